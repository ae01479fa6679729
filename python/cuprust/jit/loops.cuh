// How many numbers a range has. They are counted without a sign, in which the distance of two bounds does not overflow.

template <class T> wrapping<T> trips(T start, T stop, T step) {
    using U = wrapping<T>;
    if (step == 0) __trap();
    const bool rises = step > 0;
    if (rises ? start >= stop : start <= stop) return 0;
    const U distance = rises ? U(stop) - U(start) : U(start) - U(stop), size = rises ? U(step) : U(0) - U(step);
    return (distance - 1) / size + 1;
}

// The trips of a range whose bounds have types of their own, for a variable of 64 bits: how many numbers of the range come before the first
// that the variable does not hold, and whether there is such a number. A kernel that comes to it ends.
struct Trips {
    unsigned long long fitting;
    bool more;

    // Whether the loop goes on with this trip.
    bool go(unsigned long long trip) const {
        if (trip < fitting) return true;
        if (more) __trap();
        return false;
    }
};

template <class T, class A, class B, class C> Trips mixed_trips(A start, B stop, C step) {
    using U = unsigned long long;
    if (step == 0) __trap();
    const bool rises = step > 0;
    // Integers of both signs: those of one sign are in the order of their bits.
    const U from = U(start), to = U(stop), size = rises ? U(step) : U(0) - U(step);
    const bool below = (start < 0) == (stop < 0) ? from < to : start < 0;
    if (rises ? !below : below || from == to && (start < 0) == (stop < 0)) return {0, false};
    const bool is_signed = T(-1) < T(0);
    const U most = is_signed ? ~U(0) >> 1 : ~U(0);
    if (start > 0 && from > most) return {0, true};
    const bool cut = rises && stop > 0 && to - 1 > most;
    const U last = cut ? most : rises ? to - 1 : to + 1;
    const U further = (rises ? last - from : from - last) / size;
    // A loop of all 2^64 numbers does not end in any time.
    const U fitting = further == ~U(0) ? further : further + 1;
    const U next = from + fitting * size;
    const bool beyond = T(from + further * size) >= T(0) && next < size;
    return {fitting, cut && !beyond && next < to};
}
