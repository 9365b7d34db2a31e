// <chrono>, on the clock of the host.
namespace std {
template <long N, long D = 1> struct ratio {
    static constexpr long num = N, den = D;
};
using nano = ratio<1, 1000000000>;
using micro = ratio<1, 1000000>;
using milli = ratio<1, 1000>;
namespace chrono {
template <typename R, typename P = ratio<1>> class duration {
    R count_;

public:
    using rep = R;
    using period = P;
    duration() : count_() {}
    template <typename N, typename = typename enable_if<is_arithmetic<N>::value>::type> explicit duration(N count) : count_((R)count) {}
    template <typename S, typename Q> duration(const duration<S, Q>& other)
    {
        if (is_floating_point<R>::value) count_ = (R)other.count() * ((R)Q::num * (R)P::den / ((R)Q::den * (R)P::num));
        else count_ = (R)(other.count() * (Q::num * P::den / (Q::den * P::num)));
    }
    R count() const { return count_; }
    duration operator-() const { return duration(-count_); }
    duration& operator+=(const duration& other)
    {
        count_ += other.count_;
        return *this;
    }
    duration& operator-=(const duration& other)
    {
        count_ -= other.count_;
        return *this;
    }
    duration& operator/=(const R& by)
    {
        count_ /= by;
        return *this;
    }
    static duration zero() { return duration((R)0); }
};
using nanoseconds = duration<long, nano>;
using microseconds = duration<long, micro>;
using milliseconds = duration<long, milli>;
using seconds = duration<long>;
using minutes = duration<long, ratio<60>>;
using hours = duration<long, ratio<3600>>;

template <typename To, typename R, typename P> To duration_cast(const duration<R, P>& from)
{
    using S = typename To::rep;
    using Q = typename To::period;
    if (is_floating_point<S>::value || is_floating_point<R>::value) return To((S)((double)from.count() * ((double)P::num * (double)Q::den / ((double)P::den * (double)Q::num))));
    if (P::num * Q::den >= P::den * Q::num) return To((S)(from.count() * (P::num * Q::den / (P::den * Q::num))));
    return To((S)(from.count() / (P::den * Q::num / (P::num * Q::den))));
}
template <typename R, typename P> duration<R, P> operator+(const duration<R, P>& a, const duration<R, P>& b) { return duration<R, P>(a.count() + b.count()); }
template <typename R, typename P> duration<R, P> operator-(const duration<R, P>& a, const duration<R, P>& b) { return duration<R, P>(a.count() - b.count()); }
template <typename R, typename P, typename N> duration<R, P> operator*(const duration<R, P>& a, N by) { return duration<R, P>(a.count() * by); }
template <typename R, typename P, typename N, typename = typename enable_if<is_arithmetic<N>::value>::type> duration<R, P> operator/(const duration<R, P>& a, N by) { return duration<R, P>(a.count() / by); }
template <typename R, typename P> bool operator<(const duration<R, P>& a, const duration<R, P>& b) { return a.count() < b.count(); }
template <typename R, typename P> bool operator>(const duration<R, P>& a, const duration<R, P>& b) { return a.count() > b.count(); }
template <typename R, typename P> bool operator==(const duration<R, P>& a, const duration<R, P>& b) { return a.count() == b.count(); }

template <typename C, typename D = nanoseconds> class time_point {
    D since_;

public:
    time_point() : since_(0) {}
    explicit time_point(D since) : since_(since) {}
    D time_since_epoch() const { return since_; }
};
template <typename C, typename D> D operator-(const time_point<C, D>& a, const time_point<C, D>& b) { return a.time_since_epoch() - b.time_since_epoch(); }
template <typename C, typename D> bool operator<(const time_point<C, D>& a, const time_point<C, D>& b) { return a.time_since_epoch() < b.time_since_epoch(); }

struct system_clock {
    using time_point = chrono::time_point<system_clock>;
    using duration = nanoseconds;
    static time_point now()
    {
        timespec time;
        clock_gettime(CLOCK_MONOTONIC, &time);
        return time_point(nanoseconds(time.tv_sec * 1000000000l + time.tv_nsec));
    }
    static long to_time_t(const time_point& t) { return t.time_since_epoch().count() / 1000000000l; }
};
struct steady_clock {
    using time_point = chrono::time_point<steady_clock>;
    using duration = nanoseconds;
    static time_point now() { return time_point(system_clock::now().time_since_epoch()); }
};
struct high_resolution_clock {
    using time_point = chrono::time_point<high_resolution_clock>;
    using duration = nanoseconds;
    static time_point now() { return time_point(system_clock::now().time_since_epoch()); }
};
}  // namespace chrono
}  // namespace std
