// The lower envelope of parabolas along a line.

//:: lower_envelope has lowest_parabola
// The place whose parabola is lowest at a place, of costs that are not negative, and of equal ones the first: what lies farther away than
// the least value so far cannot be lower. `cost` gives the cost at a place.
template <class Cost> inline Index lowest_parabola(Index length, Index place, double square, const Cost& cost) {
    const double infinity = __longlong_as_double(0x7ff0000000000000ll);
    Index found = place;
    double least = cost(place);
    const auto look = [&](Index at, double way) {
        const double value = cost(at) + way;
        if (value < least || (value == least && at < found && value < infinity)) least = value, found = at;
    };
    for (Index far = 1; far < length; ++far) {
        const double way = square * ((double)far * (double)far);
        const bool before = place >= far, behind = place + far < length;
        if (way > least || !(before || behind)) break;
        if (before) look(place - far, way);
        if (behind) look(place + far, way);
    }
    return found;
}
