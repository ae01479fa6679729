// The lower envelope of parabolas along a line.

//:: lower_envelope has lowest_parabola
// The place whose parabola is lowest at a place, of costs that are not negative: what lies farther away than the least value so far cannot
// be lower. `cost` gives the cost at a place.
template <class Cost> inline Index lowest_parabola(Index length, Index place, double square, const Cost& cost) {
    Index found = place;
    double least = cost(place);
    for (Index far = 1; far < length; ++far) {
        const double way = square * ((double)far * (double)far);
        const bool before = place >= far, behind = place + far < length;
        if (!(way < least) || !(before || behind)) break;
        if (before) {
            const double value = cost(place - far) + way;
            if (value < least) least = value, found = place - far;
        }
        if (behind) {
            const double value = cost(place + far) + way;
            if (value < least) least = value, found = place + far;
        }
    }
    return found;
}
