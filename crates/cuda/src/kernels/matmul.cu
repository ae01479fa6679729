// Tiles of matrices in shared memory, for products and transposed operands.

//:: tile needs pack has Tile
// N rows of N elements, as raw bytes, because types with constructors are not allowed in shared memory. Rows are
// padded, so that the elements of a column are in different banks.
template <class T, int N> struct Tile {
    using Bits = typename Word<sizeof(T)>::type;
    static constexpr int pitch = N * sizeof(T) + (sizeof(T) < 4 ? 4 : sizeof(T));
    alignas(16) unsigned char bytes[N * pitch];
    void put(int y, int x, const T& value) {
        Bits bits;
        memcpy(&bits, &value, sizeof(T));
        *(Bits*)(bytes + y * pitch + x * (int)sizeof(T)) = bits;
    }
    T at(int y, int x) const {
        const Bits bits = *(const Bits*)(bytes + y * pitch + x * (int)sizeof(T));
        T out;
        memcpy(&out, &bits, sizeof(T));
        return out;
    }
};
