// Arrays as kernels see them: an address, extents, and strides in bytes where the elements are not in C order without gaps.

template <class T, int rank, bool contiguous> struct Array;

template <class T, int rank> struct Array<T, rank, true> {
    T* data;
    long long shape[rank + (rank == 0)];

    __device__ long long stride(int axis) const {
        long long bytes = sizeof(T);
        for (int after = rank - 1; after > axis; after--) bytes *= shape[after];
        return bytes;
    }
    __device__ long long size() const {
        long long count = 1;
        for (int axis = 0; axis < rank; axis++) count *= shape[axis];
        return count;
    }
    __device__ T& operator()() const { return *data; }
    template <class... Index> __device__ T& operator()(Index... index) const {
        const long long at[] = {(long long)index...};
        long long place = at[0];
        for (int axis = 1; axis < rank; axis++) place = place * shape[axis] + at[axis];
        return data[place];
    }
    // The array of the elements whose first index is this one.
    __device__ Array<T, rank - 1, true> row(long long index) const {
        Array<T, rank - 1, true> part;
        long long count = 1;
        for (int axis = 1; axis < rank; axis++) count *= part.shape[axis - 1] = shape[axis];
        part.data = data + index * count;
        return part;
    }
};

template <class T, int rank> struct Array<T, rank, false> {
    T* data;
    long long shape[rank], strides[rank];

    __device__ long long stride(int axis) const { return strides[axis]; }
    __device__ long long size() const {
        long long count = 1;
        for (int axis = 0; axis < rank; axis++) count *= shape[axis];
        return count;
    }
    template <class... Index> __device__ T& operator()(Index... index) const {
        const long long at[] = {(long long)index...};
        long long offset = 0;
        for (int axis = 0; axis < rank; axis++) offset += at[axis] * strides[axis];
        return *(T*)((char*)data + offset);
    }
    __device__ Array<T, rank - 1, false> row(long long index) const {
        Array<T, rank - 1, false> part;
        for (int axis = 1; axis < rank; axis++) {
            part.shape[axis - 1] = shape[axis];
            part.strides[axis - 1] = strides[axis];
        }
        part.data = (T*)((char*)data + index * strides[0]);
        return part;
    }
};
