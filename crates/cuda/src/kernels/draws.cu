// One number of a distribution from a key, as cuprust_num::draws defines them.

//:: draws needs philox uniform normal has Words log_factorial
struct Words {
    unsigned long long key, counter = 0;
    Words(unsigned long long key) : key(key) {}
    void uniforms(double& first, double& second) {
        unsigned words[4];
        philox(words, key, counter++);
        first = uniform_double(words[0], words[1]);
        second = uniform_double(words[2], words[3]);
    }
    double uniform() {
        double first, second;
        uniforms(first, second);
        return first;
    }
    double positive() { return 1.0 - uniform(); }
    double normal() {
        unsigned words[4];
        philox(words, key, counter++);
        double pair[2];
        normal_double(pair, words);
        return pair[0];
    }
};

inline double log_factorial(double k) {
    if (k < 2.0) return 0.0;
    if (k < 10.0) {
        // The factorials up to nine are exact.
        double factorial = 1.0;
        for (int factor = 2; factor <= (int)k; ++factor) factorial *= factor;
        return log(factorial);
    }
    const double inverse = 1.0 / k, square = inverse * inverse;
    const double series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0))));
    return (k + 0.5) * log(k) - k + 0.9189385332046728 + series;
}

//:: gamma_of needs draws has gamma_of draw_gamma draw_beta
inline double gamma_of(Words& words, double shape) {
    if (!(shape > 0.0) || isinf(shape)) return shape;
    const double raised = shape < 1.0 ? shape + 1.0 : shape;
    const double d = raised - 1.0 / 3.0, c = 1.0 / sqrt(9.0 * d);
    double drawn;
    for (;;) {
        const double x = words.normal(), root = 1.0 + c * x;
        if (root <= 0.0) continue;
        const double v = root * root * root, u = words.positive();
        if (u < 1.0 - 0.0331 * (x * x) * (x * x) || log(u) < 0.5 * x * x + d * (1.0 - v + log(v))) {
            drawn = d * v;
            break;
        }
    }
    return shape < 1.0 ? drawn * exp(log(words.positive()) / shape) : drawn;
}

//:: draw_gamma needs gamma_of has draw_gamma
inline double draw_gamma(double shape, unsigned long long key) {
    Words words(key);
    return gamma_of(words, shape);
}

//:: draw_beta needs gamma_of has draw_beta
inline double draw_beta(double a, double b, unsigned long long key) {
    Words words(key);
    if (!(a > 0.0 && b > 0.0)) return __longlong_as_double(0x7ff8000000000000ll);
    if (a > 1.0 || b > 1.0) {
        const double first = gamma_of(words, a), second = gamma_of(words, b);
        return first / (first + second);
    }
    for (;;) {
        const double u = words.positive(), v = words.positive();
        const double log_x = log(u) / a, log_y = log(v) / b, most = log_x > log_y ? log_x : log_y;
        const double log_sum = most + log(exp(log_x - most) + exp(log_y - most));
        if (log_sum <= 0.0) return exp(log_x - log_sum);
    }
}

//:: draw_poisson needs draws has draw_poisson
inline long long draw_poisson(double lam, unsigned long long key) {
    Words words(key);
    if (!(lam > 0.0)) return 0;
    if (lam > 9.223372006484771e18) return 0x7fffffffffffffffll;
    if (lam < 10.0) {
        double left = words.uniform(), probability = exp(-lam);
        int count = 0;
        while (left > probability && count < 100) {
            left -= probability;
            ++count;
            probability *= lam / count;
        }
        return count;
    }
    const double root = sqrt(lam), log_lam = log(lam), b = 0.931 + 2.53 * root, a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), sure = 0.9277 - 3.6224 / (b - 2.0);
    for (;;) {
        double u, v;
        words.uniforms(u, v);
        u -= 0.5;
        v = 1.0 - v;
        const double us = 0.5 - fabs(u), k = floor((2.0 * a / us + b) * u + lam + 0.43);
        if (us >= 0.07 && v <= sure) return (long long)k;
        if (k < 0.0 || (us < 0.013 && v > us)) continue;
        const double left = log(v) + log(inverse_alpha) - log(a / (us * us) + b);
        if (left <= k * log_lam - lam - log_factorial(k)) return (long long)k;
    }
}

//:: draw_binomial needs draws has draw_binomial
inline double few_successes(Words& words, double n, double p) {
    const double q = 1.0 - p, none = exp(n * log1p(-p)), mean = n * p, far = mean + 10.0 * sqrt(mean * q + 1.0);
    const double most = far < n ? far : n;
    for (;;) {
        double k = 0.0, probability = none, left = words.uniform();
        while (left > probability && k <= most) {
            left -= probability;
            k += 1.0;
            probability = (n - k + 1.0) * p * probability / (k * q);
        }
        if (k <= most) return k;
    }
}
inline double many_successes(Words& words, double n, double p) {
    const double q = 1.0 - p, root = sqrt(n * p * q), b = 1.15 + 2.53 * root, a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double c = n * p + 0.5, sure = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * root, odds = log(p / q);
    const double mode = floor((n + 1.0) * p), height = log_factorial(mode) + log_factorial(n - mode);
    for (;;) {
        double u, v;
        words.uniforms(u, v);
        u -= 0.5;
        v = 1.0 - v;
        const double us = 0.5 - fabs(u), k = floor((2.0 * a / us + b) * u + c);
        if (us >= 0.07 && v <= sure) return k;
        if (k < 0.0 || k > n) continue;
        const double left = log(v * alpha / (a / (us * us) + b));
        if (left <= height - log_factorial(k) - log_factorial(n - k) + (k - mode) * odds) return k;
    }
}
inline long long draw_binomial(double p, long long n, unsigned long long key) {
    Words words(key);
    if (!(p > 0.0) || n <= 0) return 0;
    if (p >= 1.0) return n;
    const double trials = (double)n, less = p > 0.5 ? 1.0 - p : p;
    const double drawn = trials * less < 10.0 ? few_successes(words, trials, less) : many_successes(words, trials, less);
    long long count = drawn < 9.2233720368547748e18 ? (long long)drawn : n;
    if (count > n) count = n;
    return p > 0.5 ? n - count : count;
}

//:: draw_hypergeometric needs draws has draw_hypergeometric
inline double many_draws(Words& words, double few, double many, double drawn) {
    const double all = few + many, share = few / all, centre = drawn * share + 0.5;
    const double spread = sqrt((all - drawn) * drawn * share * (1.0 - share) / (all - 1.0) + 0.5);
    const double width = 1.7155277699214135 * spread + 0.8989161620588988;
    const double mode = floor((drawn + 1.0) * (few + 1.0) / (all + 2.0));
    const double height = log_factorial(mode) + log_factorial(few - mode) + log_factorial(drawn - mode) + log_factorial(many - drawn + mode);
    const double most = (drawn < few ? drawn : few) + 1.0, far = floor(centre + 16.0 * spread), end = most < far ? most : far;
    for (;;) {
        double x, y;
        words.uniforms(x, y);
        x = 1.0 - x;
        const double place = centre + width * (y - 0.5) / x;
        if (!(place >= 0.0 && place < end)) continue;
        const double k = floor(place);
        const double logs = log_factorial(k) + log_factorial(few - k) + log_factorial(drawn - k) + log_factorial(many - drawn + k);
        const double gain = height - logs;
        if (x * (4.0 - x) - 3.0 <= gain) return k;
        if (x * (x - gain) < 1.0 && 2.0 * log(x) <= gain) return k;
    }
}
inline long long draw_hypergeometric(long long populations, long long sample, unsigned long long key) {
    Words words(key);
    const long long good = populations & 0xffffffffll, bad = populations >> 32 & 0xffffffffll, all = good + bad;
    if (sample <= 0 || sample > all) return 0;
    const long long drawn = sample < all - sample ? sample : all - sample;
    long long count = 0;
    if (drawn < 10) {
        long long left = good;
        for (long long turn = 0; turn < drawn; ++turn) {
            if (words.uniform() * (double)(all - turn) < (double)left) {
                --left;
                ++count;
            }
        }
    } else {
        const bool more = good > bad;
        count = (long long)many_draws(words, (double)(more ? bad : good), (double)(more ? good : bad), (double)drawn);
        if (more) count = drawn - count;
    }
    return drawn < sample ? good - count : count;
}

//:: draw_zipf needs draws has draw_zipf
inline long long draw_zipf(double a, unsigned long long key) {
    Words words(key);
    if (!(a > 1.0) || a >= 1025.0) return 1;
    const double less = a - 1.0, b = exp2(less);
    for (int turn = 0; turn < 100000; ++turn) {
        double u, v;
        words.uniforms(u, v);
        const double x = floor(exp(-log(1.0 - u) / less));
        if (!(x >= 1.0 && x < 9.223372036854775e18)) continue;
        const double t = exp(less * log1p(1.0 / x));
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b) return (long long)x;
    }
    return 0x7fffffffffffffffll;
}

//:: draw_vonmises needs draws has draw_vonmises
inline double draw_vonmises(double kappa, unsigned long long key) {
    const double pi = 3.14159265358979323846;
    Words words(key);
    if (!(kappa >= 0.0)) return __longlong_as_double(0x7ff8000000000000ll);
    if (kappa < 1e-8) return pi * (2.0 * words.uniform() - 1.0);
    if (kappa > 1e6) {
        const double angle = words.normal() / sqrt(kappa);
        return angle > pi ? pi : angle < -pi ? -pi : angle;
    }
    double s = 1.0 / kappa + kappa;
    if (!(kappa < 1e-5)) {
        const double r = 1.0 + sqrt(1.0 + 4.0 * kappa * kappa), rho = (r - sqrt(2.0 * r)) / (2.0 * kappa);
        s = (1.0 + rho * rho) / (2.0 * rho);
    }
    for (;;) {
        double u, v;
        words.uniforms(u, v);
        const double z = cos(pi * u), w = (1.0 + s * z) / (s + z), y = kappa * (s - w);
        v = 1.0 - v;
        if (y * (2.0 - y) - v >= 0.0 || log(y / v) + 1.0 - y >= 0.0) {
            const double angle = acos(w > 1.0 ? 1.0 : w < -1.0 ? -1.0 : w);
            return words.uniform() < 0.5 ? -angle : angle;
        }
    }
}
