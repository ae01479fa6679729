// How many numbers a range has. They are counted without a sign, in which the distance of two bounds does not overflow.

template <class T> wrapping<T> trips(T start, T stop, T step) {
    using U = wrapping<T>;
    if (step == 0) __trap();
    const bool rises = step > 0;
    if (rises ? start >= stop : start <= stop) return 0;
    const U distance = rises ? U(stop) - U(start) : U(start) - U(stop), size = rises ? U(step) : U(0) - U(step);
    return (distance - 1) / size + 1;
}
