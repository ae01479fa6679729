// Reductions by the threads of a warp or a block together. The first thread has the result.

namespace reductions {
struct Sum {
    template <class T> T operator()(T a, T b) const { return T(a + b); }
};
struct Max {
    template <class T> T operator()(T a, T b) const { return a < b ? b : a; }
};
struct Min {
    template <class T> T operator()(T a, T b) const { return b < a ? b : a; }
};

// In pairs, fours, eights: the order is that of the threads whatever the schedule. Half precision is rounded at the end.
template <class T, int threads> struct Reduction {
    struct TempStorage {
        computed<T> values[threads];
    };
    TempStorage& storage;

    Reduction(TempStorage& storage) : storage(storage) {}
    static void wait() {
        if constexpr (threads <= 32) __syncwarp();
        else __syncthreads();
    }
    template <class Operation> T reduce(T given, Operation operation, int count) {
        const int block = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        const int own = threads <= 32 ? block % 32 : block;
        storage.values[own] = given;
        wait();
        for (int step = 1; step < count; step *= 2) {
            if (own % (2 * step) == 0 && own + step < count)
                storage.values[own] = operation(storage.values[own], storage.values[own + step]);
            wait();
        }
        T result = T(storage.values[own]);
        wait();
        return result;
    }
};
}  // namespace reductions
