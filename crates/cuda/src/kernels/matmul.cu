// A tile of a matrix in shared memory.

//:: tile has Tile
// Its bytes are raw, because types with constructors cannot stand in shared memory.
template <class T> struct Tile {
    alignas(16) unsigned char bytes[16 * 17 * sizeof(T)];
    void put(int y, int x, const T& value) { memcpy(bytes + (y * 17 + x) * sizeof(T), &value, sizeof(T)); }
    T at(int y, int x) const {
        T out;
        memcpy(&out, bytes + (y * 17 + x) * sizeof(T), sizeof(T));
        return out;
    }
};
