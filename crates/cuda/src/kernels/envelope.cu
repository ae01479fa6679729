// The lower envelope of parabolas along a line, for Euclidean distance transforms.

//:: lower_envelope has lowest_parabola
// The index whose parabola is lowest at `index`, the first of equal ones. Costs are not negative, so the search ends
// where the squared distance exceeds the least value so far. `cost` gives the cost at an index.
template <class Cost> inline Index lowest_parabola(Index length, Index index, double square, const Cost& cost) {
    const double infinity = __longlong_as_double(0x7ff0000000000000ll);
    Index found = index;
    double least = cost(index);
    const auto look = [&](Index at, double way) {
        const double value = cost(at) + way;
        if (value < least || (value == least && at < found && value < infinity)) least = value, found = at;
    };
    for (Index far = 1; far < length; ++far) {
        const double way = square * ((double)far * (double)far);
        const bool before = index >= far, behind = index + far < length;
        if (way > least || !(before || behind)) break;
        if (before) look(index - far, way);
        if (behind) look(index + far, way);
    }
    return found;
}
