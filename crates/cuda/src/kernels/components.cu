// Connected components of true elements. A word holds 32 elements of a line along the last axis as bits. The nodes of a
// union-find forest are the runs of true bits of each word (its true bits, if neighbors along the line are not
// connected), in C order. Each holds its parent's index, which is not greater than its own; a root that has the number n
// holds -n.

//:: component_runs has component_along component_starts component_run
// Whether neighbors along the last axis are connected: some offset is -1 along it and 0 along the others. All threads of
// a block call this.
template <int RANK> inline bool component_along(const long long* offsets, Index count, Index row_step, Index step) {
    bool along = false;
    for (Index row = threadIdx.x; row < count; row += blockDim.x) {
        bool own = offsets[row * row_step + (RANK - 1) * step] == -1;
        for (int axis = 0; axis < RANK - 1; ++axis) own = own && offsets[row * row_step + axis * step] == 0;
        along = along || own;
    }
    return __syncthreads_or(along) != 0;
}
// The bits of a word that begin runs.
inline unsigned component_starts(unsigned bits, bool along) { return along ? bits & ~(bits << 1) : bits; }
// The node of the true bit `bit`, where `first` is that of the first run of the word.
template <class Node> inline Node component_run(unsigned bits, bool along, Node first, int bit) {
    return first + (Node)__popc(component_starts(bits, along) & ((2u << bit) - 1)) - 1;
}

//:: component_before needs look_back before_in_block has component_before
// The sum of the counts of all threads before this one, in blocks of 256 threads. `all` becomes the sum up to and
// including this block.
inline unsigned long long component_before(unsigned count, unsigned long long* states, unsigned long long& all) {
    __shared__ unsigned long long earlier;
    unsigned total;
    const unsigned before = before_in_block<256>(count, total);
    if (threadIdx.x < 32) {
        const unsigned long long sum = look_back(states, (Index)blockIdx.x, total);
        if (threadIdx.x == 0) earlier = sum;
    }
    __syncthreads();
    all = earlier + total;
    return earlier + before;
}

//:: component_begin needs component_runs component_before has component_begin
// Makes the nodes of a word, each a root, except that a run which continues the word before in the same warp has the
// node that this one ends with as its parent; `inner` says whether that word is of the same line.
template <class Node> inline void component_begin(unsigned own, bool along, bool inner, unsigned* bits, Node* firsts,
                                                  Node* parents, unsigned long long* states, Index word, Index words) {
    const int lane = threadIdx.x % 32;
    const unsigned count = __popc(component_starts(own, along));
    unsigned long long all;
    const Node first = (Node)component_before(count, states, all);
    const unsigned previous = __shfl_up_sync(0xffffffffu, own, 1);
    const bool continues = along && inner && lane > 0 && (own & 1) != 0 && previous >> 31 != 0;
    // A word without any other run passes on the node of the word before.
    const unsigned ends = __ballot_sync(0xffffffffu, !continues || own != ~0u) & ((1u << lane) - 1);
    const Node after = __shfl_sync(0xffffffffu, first, continues ? 32 - __clz(ends) : 0);
    if (word < words) {
        bits[word] = own;
        firsts[word] = first;
    }
    if (word == words - 1) firsts[words] = first + (Node)count;
    const Node end = __shfl_sync(0xffffffffu, first + (Node)count, 31);
    for (Node node = __shfl_sync(0xffffffffu, first, 0) + lane; node < end; node += 32) parents[node] = node;
    __syncwarp();
    if (continues) parents[first] = after - 1;
}

//:: component_forest has component_node component_root component_join
// The unsigned integer that the nodes of a type are changed as.
template <class Node> struct component_node { using word = unsigned long long; };
template <> struct component_node<int> { using word = unsigned; };
// The root of a node. The path is halved: another thread may store an ancestor to the same node, but none to a root.
template <class Node> inline Node component_root(volatile Node* parents, Node at) {
    Node parent = parents[at];
    while (parent != at && parent >= 0) {
        const Node next = parents[parent];
        if (next == parent || next < 0) return parent;
        parents[at] = next;
        at = next;
        parent = parents[at];
    }
    return at;
}
// Unites the trees of two nodes under the smaller root. If another thread gave the larger root a parent first, that
// parent's tree is united instead.
template <class Node> inline void component_join(Node* parents, Node a, Node b) {
    using Word = typename component_node<Node>::word;
    for (;;) {
        a = component_root(parents, a);
        b = component_root(parents, b);
        if (a == b) return;
        const Node larger = a > b ? a : b, smaller = a > b ? b : a;
        const Node seen = (Node)atomicMin((Word*)(parents + larger), (Word)smaller);
        if (seen == larger) return;
        a = seen;
        b = smaller;
    }
}

//:: component_meet needs component_runs component_forest has component_beside component_meet
// Whether an offset adds nothing where the element next to it along the line is true: the one to that element connects
// them, and neighbors along the line are connected.
template <int RANK> inline bool component_beside(const long long* offsets, Index count, Index row_step, Index step,
                                                 Index row) {
    const long long last = offsets[row * row_step + (RANK - 1) * step];
    bool found = false;
    for (Index other = 0; other < count && (last == 1 || last == -1); ++other) {
        bool same = offsets[other * row_step + (RANK - 1) * step] == 0;
        for (int axis = 0; axis < RANK - 1; ++axis)
            same = same && offsets[other * row_step + axis * step] == offsets[row * row_step + axis * step];
        found = found || same;
    }
    return found;
}
// Joins the runs of a word to those of the line that begins at word `line` of `length` words, in which `from` is the
// element that belongs to the word's first.
template <class Node> inline void component_meet(unsigned own, bool along, bool beside, Node first, Index line,
                                                 Index within, Index length, Index from, const unsigned* bits,
                                                 const Node* firsts, Node* parents) {
    const Index at = from >> 5;
    const int shift = (int)(from & 31);
    const unsigned low = at >= 0 && at < length ? bits[line + at] : 0;
    const unsigned high = at >= -1 && at < length - 1 ? bits[line + at + 1] : 0;
    unsigned both = own & __funnelshift_r(low, high, shift);
    if (beside) both &= ~bits[line + within];
    // Bits that follow one another connect the same runs.
    if (along) both &= ~(both << 1);
    while (both != 0) {
        const int bit = __ffs(both) - 1, to = shift + bit;
        const unsigned other = to < 32 ? low : high;
        const Node node = component_run(other, along, firsts[line + at + (to >> 5)], to & 31);
        component_join(parents, component_run(own, along, first, bit), node);
        both &= both - 1;
    }
}

//:: component_end needs component_runs component_forest component_before has component_end component_number
// The number of the tree of a node. Most nodes have the root as their parent; a thread that halved a path may have
// stored another ancestor last.
template <class Node> inline Node component_number(const Node* parents, Node at) {
    do at = parents[at];
    while (at >= 0);
    return -at;
}
// Gives each node from `from` to `to`, those of a block, its root as its parent, and numbers the roots among them.
// Returns how many roots there are up to and including this block.
template <class Node> inline unsigned long long component_end(Node from, Node to, Node* parents,
                                                              unsigned long long* states) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Node share = (to - from + 7) / 8;
    const Node start = from + min(warp * share, to - from), end = min(start + share, to);
    unsigned count = 0;
    for (Node first = start; first < end; first += 32) {
        const Node node = first + lane;
        const Node root = node < end ? component_root(parents, node) : node;
        if (root != node) *(volatile Node*)(parents + node) = root;
        count += __popc(__ballot_sync(0xffffffffu, node < end && root == node));
    }
    unsigned long long all;
    const unsigned long long before = component_before(lane == 0 ? count : 0, states, all);
    Node number = (Node)__shfl_sync(0xffffffffu, before, 0);
    for (Node first = start; first < end; first += 32) {
        const Node node = first + lane;
        const bool is_root = node < end && *(volatile Node*)(parents + node) == node;
        const unsigned roots = __ballot_sync(0xffffffffu, is_root);
        if (is_root) *(volatile Node*)(parents + node) = -(number + 1 + (Node)__popc(roots & ((1u << lane) - 1)));
        number += __popc(roots);
    }
    return all;
}
