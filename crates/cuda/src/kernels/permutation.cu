// A random permutation: indices sorted by random keys. Keys are not stored but computed by index wherever they are
// needed. Indices are distributed to buckets by ranges of keys, and each bucket is sorted by one block.

//:: order_key needs philox has order_key order_share
// The key of an index, as cuprust_num::random defines it.
inline unsigned long long order_key(unsigned long long seed, unsigned long long counter, unsigned index) {
    unsigned words[4];
    philox(words, seed, counter + index / 2);
    const bool odd = index & 1;
    return (unsigned long long)(odd ? words[3] : words[1]) << 32 | (odd ? words[2] : words[0]);
}
// The bucket of a key among `buckets` in the upper half, and the position of the key within the bucket's range in the
// lower half: the upper 64 bits of the product, which is monotonic in the key.
inline unsigned long long order_share(unsigned long long key, unsigned buckets) {
    return (key >> 32) * buckets + __umulhi((unsigned)key, buckets);
}

//:: permute_tile needs order_key before_in_block has permute_tile
// Distributes the indices of a tile to buckets of capacity HOLDS; `counts` are their sizes, which may exceed the
// capacity. The tile is grouped by bucket in shared memory first, so that neighbouring threads write to neighbouring
// addresses and each bucket gets one atomic addition.
template <int THREADS, int ITEMS, int MOST, int HOLDS>
inline void permute_tile(unsigned long long seed, unsigned long long counter, unsigned size, unsigned buckets, unsigned* counts,
                         unsigned* indices) {
    constexpr int tile = THREADS * ITEMS, each = MOST / THREADS;
    static_assert(MOST <= 1 << 12 && tile <= 1 << 13, "a bucket and an index of the tile share a word");
    __shared__ unsigned starts[MOST], items[tile];
    const unsigned begin = blockIdx.x * tile, count = size - begin < tile ? size - begin : tile;
    for (unsigned b = threadIdx.x; b < buckets; b += THREADS) starts[b] = 0;
    __syncthreads();
    // For each item its bucket, and the number of earlier items in the bucket.
    unsigned item[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; u += 2) {
        const unsigned at = u * THREADS + 2 * threadIdx.x;
        unsigned words[4];
        philox(words, seed, counter + (begin + at) / 2);
#pragma unroll
        for (int k = 0; k < 2; ++k) {
            if (at + k >= count) continue;
            const unsigned long long key = (unsigned long long)words[2 * k + 1] << 32 | words[2 * k];
            const unsigned bucket = (unsigned)(order_share(key, buckets) >> 32);
            item[u + k] = bucket | atomicAdd(starts + bucket, 1u) << 12;
        }
    }
    __syncthreads();
    unsigned own[each], sum = 0, all;
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const unsigned bucket = threadIdx.x * each + j;
        own[j] = bucket < buckets ? starts[bucket] : 0;
        sum += own[j];
    }
    unsigned before = before_in_block<THREADS>(sum, all);
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const unsigned bucket = threadIdx.x * each + j, here = own[j];
        if (here == 0) continue;
        // The difference between an item's index in the bucket and its index in the grouped tile.
        own[j] = atomicAdd(counts + bucket, here) - before;
        starts[bucket] = before;
        before += here;
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; u += 2) {
        const unsigned at = u * THREADS + 2 * threadIdx.x;
#pragma unroll
        for (int k = 0; k < 2; ++k)
            if (at + k < count) items[starts[item[u + k] & 4095] + (item[u + k] >> 12)] = (item[u + k] & 4095) << 13 | (at + k);
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const unsigned bucket = threadIdx.x * each + j;
        if (bucket < buckets) starts[bucket] = own[j];
    }
    __syncthreads();
    for (unsigned at = threadIdx.x; at < count; at += THREADS) {
        const unsigned bucket = items[at] >> 13, to = starts[bucket] + at;
        if (to < HOLDS) indices[(size_t)bucket * HOLDS + to] = begin + (items[at] & 8191);
    }
}

//:: permute_pair needs order_key has permute_pair
// As `permute_tile` for two indices, for any number of buckets.
template <int HOLDS>
inline void permute_pair(unsigned long long seed, unsigned long long counter, unsigned first, unsigned size, unsigned buckets,
                         unsigned* counts, unsigned* indices) {
    unsigned words[4];
    philox(words, seed, counter + first / 2);
#pragma unroll
    for (unsigned k = 0; k < 2; ++k) {
        if (first + k >= size) return;
        const unsigned long long key = (unsigned long long)words[2 * k + 1] << 32 | words[2 * k];
        const unsigned bucket = (unsigned)(order_share(key, buckets) >> 32), to = atomicAdd(counts + bucket, 1u);
        if (to < HOLDS) indices[(size_t)bucket * HOLDS + to] = first + k;
    }
}

//:: permute_starts needs order_key before_in_block has permute_starts
// The start of each bucket in the permutation: an exclusive prefix sum, by one block.
template <int THREADS> inline void permute_starts(const unsigned* counts, unsigned* starts, unsigned buckets) {
    unsigned before = 0;
    for (unsigned from = 0; from < buckets; from += THREADS) {
        const unsigned bucket = from + threadIdx.x;
        unsigned all;
        const unsigned start = before + before_in_block<THREADS>(bucket < buckets ? counts[bucket] : 0, all);
        if (bucket < buckets) starts[bucket] = start;
        before += all;
    }
}

//:: permute_bucket needs order_key before_in_block has permute_bucket
// Sorts the indices of a bucket, `index_at(at)` in any order, by their keys, and writes them to `out` from `start` on.
template <int THREADS, int ITEMS, class IndexAt>
inline void permute_bucket(unsigned long long seed, unsigned long long counter, unsigned size, unsigned buckets, unsigned bucket,
                           unsigned count, unsigned start, const IndexAt& index_at, long long* out) {
    constexpr unsigned shift = 21, slots = 1u << (32 - shift), each = (slots + THREADS - 1) / THREADS, tied_mark = 1u << 31;
    __shared__ unsigned words[THREADS * ITEMS], starts[slots];
    if (count > THREADS * ITEMS) {
        // Overflow: indices beyond the capacity were not stored, so every index is tested for the bucket and counts the
        // keys before its own. With buckets a seventh larger than their average size, no seed is known that leads here.
        for (unsigned i = threadIdx.x; i < size; i += THREADS) {
            const unsigned long long key = order_key(seed, counter, i);
            if ((unsigned)(order_share(key, buckets) >> 32) != bucket) continue;
            unsigned rank = 0;
            for (unsigned j = 0; j < size; ++j) {
                const unsigned long long other = order_key(seed, counter, j);
                rank += other < key || (other == key && j < i);
            }
            out[rank] = i;
        }
        return;
    }
    for (unsigned slot = threadIdx.x; slot < slots; slot += THREADS) starts[slot] = 0;
    __syncthreads();
    // The upper bits of the rest of a key are its slot, which has few keys.
    unsigned rest[ITEMS], rank[ITEMS];
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned at = u * THREADS + threadIdx.x;
        if (at >= count) continue;
        rest[u] = (unsigned)order_share(order_key(seed, counter, index_at(at)), buckets);
        rank[u] = atomicAdd(starts + (rest[u] >> shift), 1u);
    }
    __syncthreads();
    unsigned own[each], sum = 0, all;
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const unsigned slot = threadIdx.x * each + j;
        own[j] = slot < slots ? starts[slot] : 0;
        sum += own[j];
    }
    unsigned before = before_in_block<THREADS>(sum, all);
#pragma unroll
    for (int j = 0; j < each; ++j) {
        const unsigned slot = threadIdx.x * each + j;
        if (slot < slots) starts[slot] = before;
        before += own[j];
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        if (u * THREADS + threadIdx.x >= count) continue;
        rank[u] += starts[rest[u] >> shift];
        words[rank[u]] = rest[u];
    }
    __syncthreads();
    unsigned tied = 0;
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        if (u * THREADS + threadIdx.x >= count) continue;
        const unsigned slot = rest[u] >> shift, from = starts[slot], to = slot + 1 < slots ? starts[slot + 1] : count;
        unsigned less = from;
        for (unsigned q = from; q < to; ++q) {
            const unsigned other = words[q];
            less += other < rest[u] || (other == rest[u] && q < rank[u]);
            tied |= other == rest[u] && q != rank[u] ? 1u << u : 0;
        }
        rank[u] = less;
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < ITEMS; ++u) {
        const unsigned at = u * THREADS + threadIdx.x;
        if (at < count) words[rank[u]] = index_at(at) | (tied >> u & 1 ? tied_mark : 0);
    }
    // Neighbours whose compared bits are equal are sorted by their full keys.
    if (__syncthreads_or(tied != 0)) {
        unsigned leads = 0;
#pragma unroll
        for (int u = 0; u < ITEMS; ++u) {
            const unsigned at = u * THREADS + threadIdx.x;
            if (at < count && words[at] >= tied_mark && (at == 0 || words[at - 1] < tied_mark)) leads |= 1u << u;
        }
        __syncthreads();
        for (int u = 0; u < ITEMS; ++u) {
            if (!(leads >> u & 1)) continue;
            const unsigned from = u * THREADS + threadIdx.x;
            for (unsigned at = from + 1; at < count && words[at] >= tied_mark; ++at) {
                const unsigned index = words[at] & ~tied_mark;
                const unsigned long long key = order_key(seed, counter, index);
                unsigned to = at;
                for (; to > from; --to) {
                    const unsigned left = words[to - 1] & ~tied_mark;
                    const unsigned long long other = order_key(seed, counter, left);
                    if (other < key || (other == key && left < index)) break;
                    words[to] = words[to - 1];
                }
                words[to] = index | tied_mark;
            }
        }
        __syncthreads();
    }
    for (unsigned at = threadIdx.x; at < count; at += THREADS) out[start + at] = words[at] & ~tied_mark;
}
