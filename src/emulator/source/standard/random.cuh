// <random>: engines, and distributions that give the numbers of GCC's library.
namespace std {
template <typename T, int W, int N, int M, int R, T A, int U, T D, int S, T B, int Tt, T C, int L, T F> class library_twister {
    T state_[N];
    int at_ = N;

    void refill()
    {
        const T upper = ~(T)0 << R;
        for (int i = 0; i < N; ++i) {
            T mixed = (state_[i] & upper) | (state_[i + 1 < N ? i + 1 : 0] & ~upper);
            state_[i] = state_[i + M < N ? i + M : i + M - N] ^ (mixed >> 1) ^ (mixed & 1 ? A : 0);
        }
        at_ = 0;
    }

public:
    using result_type = unsigned long;
    static const unsigned long default_seed = 5489;
    explicit library_twister(unsigned long value = 5489) { seed(value); }
    void seed(unsigned long value = 5489)
    {
        state_[0] = (T)value;
        for (int i = 1; i < N; ++i) state_[i] = F * (state_[i - 1] ^ (state_[i - 1] >> (W - 2))) + (T)i;
        at_ = N;
    }
    static constexpr unsigned long min() { return 0; }
    static constexpr unsigned long max() { return (T)~(T)0; }
    unsigned long operator()()
    {
        if (at_ >= N) refill();
        T x = state_[at_++];
        x ^= (x >> U) & D;
        x ^= (x << S) & B;
        x ^= (x << Tt) & C;
        return x ^ (x >> L);
    }
    void discard(unsigned long long n) { for (; n > 0; --n) (*this)(); }
};
using mt19937 = library_twister<unsigned, 32, 624, 397, 31, 0x9908b0dfu, 11, 0xffffffffu, 7, 0x9d2c5680u, 15, 0xefc60000u, 18, 1812433253u>;
using mt19937_64 = library_twister<unsigned long, 64, 312, 156, 31, 0xb5026f5aa96619e9ul, 29, 0x5555555555555555ul, 17, 0x71d67fffeda60000ul, 37, 0xfff7eee000000000ul, 43, 6364136223846793005ul>;

template <unsigned long A> class library_congruential {
    unsigned long state_ = 1;

public:
    using result_type = unsigned long;
    explicit library_congruential(unsigned long value = 1) { seed(value); }
    void seed(unsigned long value = 1) { state_ = value % 2147483647 == 0 ? 1 : value % 2147483647; }
    static constexpr unsigned long min() { return 1; }
    static constexpr unsigned long max() { return 2147483646; }
    unsigned long operator()() { return state_ = state_ * A % 2147483647; }
    void discard(unsigned long long n) { for (; n > 0; --n) (*this)(); }
};
using minstd_rand0 = library_congruential<16807>;
using minstd_rand = library_congruential<48271>;
using default_random_engine = minstd_rand0;
// The numbers differ from run to run on a computer; here they are one sequence.
class random_device {
    minstd_rand engine;

public:
    using result_type = unsigned;
    static constexpr unsigned min() { return 0; }
    static constexpr unsigned max() { return 4294967295u; }
    unsigned operator()() { return (unsigned)(engine() * 2654435761u ^ engine() << 7); }
    double entropy() const { return 0; }
};

// A number in 0 … range, both included.
template <typename Engine> unsigned long library_below(Engine& engine, unsigned long range)
{
    const unsigned long span = Engine::max() - Engine::min();
    if (range == span) return engine() - Engine::min();
    if (range > span) {
        for (;;) {
            unsigned long high = (span + 1) * library_below(engine, range / (span + 1));
            unsigned long made = high + (engine() - Engine::min());
            if (made <= range && made >= high) return made;
        }
    }
    unsigned long count = range + 1;
    if (span == 4294967295ul) {
        unsigned long product = engine() * count;
        unsigned low = (unsigned)product;
        if (low < (unsigned)count) {
            unsigned least = -(unsigned)count % (unsigned)count;
            while (low < least) {
                product = engine() * count;
                low = (unsigned)product;
            }
        }
        return product >> 32;
    }
    if (span == 18446744073709551615ul) {
        unsigned long drawn = engine(), low = drawn * count;
        if (low < count) {
            unsigned long least = -count % count;
            while (low < least) {
                drawn = engine();
                low = drawn * count;
            }
        }
        return __umul64hi(drawn, count);
    }
    unsigned long scale = span / count, past = count * scale, made;
    do made = engine() - Engine::min();
    while (made >= past);
    return made / scale;
}
template <typename T = int> class uniform_int_distribution {
    T a_, b_;

public:
    using result_type = T;
    explicit uniform_int_distribution(T a = 0, T b = numeric_limits<T>::max()) : a_(a), b_(b) {}
    T a() const { return a_; }
    T b() const { return b_; }
    void reset() {}
    template <typename Engine> T operator()(Engine& engine) const { return (T)(library_below(engine, (unsigned long)b_ - (unsigned long)a_) + (unsigned long)a_); }
};
template <typename T, typename Engine> T library_canonical(Engine& engine)
{
    const double span = (double)(Engine::max() - Engine::min()) + 1.0;
    const int digits = numeric_limits<T>::digits;
    int bits = 0;
    for (unsigned long s = Engine::max() - Engine::min(); s > 0; s >>= 1) ++bits;
    // An engine of 2^31 - 2 numbers gives 30 bits a draw, counted down.
    if (span != 4294967296.0 && span < 1e19) --bits;
    int draws = (digits + bits - 1) / bits;
    T sum = 0, scale = 1;
    for (int i = 0; i < draws; ++i) {
        sum += (T)(engine() - Engine::min()) * scale;
        scale = (T)(scale * span);
    }
    T made = sum / scale;
    return made >= (T)1 ? nextafter((T)1, (T)0) : made;
}
template <typename T = double> class uniform_real_distribution {
    T a_, b_;

public:
    using result_type = T;
    explicit uniform_real_distribution(T a = 0, T b = 1) : a_(a), b_(b) {}
    T a() const { return a_; }
    T b() const { return b_; }
    void reset() {}
    template <typename Engine> T operator()(Engine& engine) const { return library_canonical<T>(engine) * (b_ - a_) + a_; }
};
template <typename T = double> class normal_distribution {
    T mean_, deviation_, kept_ = 0;
    bool has_kept_ = false;

public:
    using result_type = T;
    explicit normal_distribution(T mean = 0, T deviation = 1) : mean_(mean), deviation_(deviation) {}
    T mean() const { return mean_; }
    T stddev() const { return deviation_; }
    void reset() { has_kept_ = false; }
    template <typename Engine> T operator()(Engine& engine)
    {
        T made;
        if (has_kept_) {
            has_kept_ = false;
            made = kept_;
        } else {
            T x, y, square;
            do {
                x = (T)2 * library_canonical<T>(engine) - (T)1;
                y = (T)2 * library_canonical<T>(engine) - (T)1;
                square = x * x + y * y;
            } while (square > (T)1 || square == (T)0);
            T factor = sqrt((T)-2 * log(square) / square);
            kept_ = x * factor;
            has_kept_ = true;
            made = y * factor;
        }
        return made * deviation_ + mean_;
    }
};
template <typename T = double> class exponential_distribution {
    T rate_;

public:
    explicit exponential_distribution(T rate = 1) : rate_(rate) {}
    template <typename Engine> T operator()(Engine& engine) const { return -log((T)1 - library_canonical<T>(engine)) / rate_; }
};
class bernoulli_distribution {
    double p_;

public:
    explicit bernoulli_distribution(double p = 0.5) : p_(p) {}
    template <typename Engine> bool operator()(Engine& engine) const { return library_canonical<double>(engine) < p_; }
};

template <typename It, typename Engine> void shuffle(It from, It to, Engine&& engine)
{
    using E = typename remove_reference<Engine>::type;
    if (from == to) return;
    const unsigned long n = to - from, span = E::max() - E::min();
    if (span / n < n) {
        for (unsigned long i = 1; i < n; ++i) swap(*(from + i), *(from + library_below(engine, i)));
        return;
    }
    // One number serves two swaps.
    unsigned long i = 1;
    if (n % 2 == 0) {
        swap(*(from + 1), *(from + library_below(engine, 1ul)));
        ++i;
    }
    for (; i < n; i += 2) {
        unsigned long drawn = library_below(engine, (i + 1) * (i + 2) - 1);
        swap(*(from + i), *(from + drawn / (i + 2)));
        swap(*(from + (i + 1)), *(from + drawn % (i + 2)));
    }
}
}  // namespace std
