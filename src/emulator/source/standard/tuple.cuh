// <tuple>, of up to six members. They are plain members, so that `auto [a, b] = ...` takes them apart.
namespace std {
struct library_none {};
template <typename A = library_none, typename B = library_none, typename C = library_none, typename D = library_none, typename E = library_none, typename F = library_none, typename G = library_none> struct tuple;
template <typename A, typename B = library_none, typename C = library_none, typename D = library_none, typename E = library_none, typename F = library_none, typename G = library_none> struct library_ties;

template <typename A> struct tuple<A, library_none, library_none, library_none, library_none, library_none, library_none> {
    A ma;
    tuple() : ma() {}
    tuple(const A& a) : ma(a) {}
    bool operator==(const tuple& t) const { return ma == t.ma; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma; }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A> tuple<typename decay<A>::type> make_tuple(A&& a) { return {std::forward<A>(a)}; }
template <typename A> struct library_ties<A, library_none, library_none, library_none, library_none, library_none, library_none> {
    A* ma;
    void operator=(const tuple<A>& t) { *ma = t.ma; }
};
template <typename A> library_ties<A> tie(A& a) { return {&a}; }

template <typename A, typename B> struct tuple<A, B, library_none, library_none, library_none, library_none, library_none> {
    A ma; B mb;
    tuple() : ma(), mb() {}
    tuple(const A& a, const B& b) : ma(a), mb(b) {}
    template <typename X, typename Y> tuple(const pair<X, Y>& p) : ma(p.first), mb(p.second) {}
    bool operator==(const tuple& t) const { return ma == t.ma && mb == t.mb; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma || (!(t.ma < ma) && (mb < t.mb)); }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A, typename B> tuple<typename decay<A>::type, typename decay<B>::type> make_tuple(A&& a, B&& b) { return {std::forward<A>(a), std::forward<B>(b)}; }
template <typename A, typename B> struct library_ties<A, B, library_none, library_none, library_none, library_none, library_none> {
    A* ma; B* mb;
    void operator=(const tuple<A, B>& t) { *ma = t.ma, *mb = t.mb; }
    template <typename X, typename Y> void operator=(const pair<X, Y>& p) { *ma = p.first, *mb = p.second; }
};
template <typename A, typename B> library_ties<A, B> tie(A& a, B& b) { return {&a, &b}; }

template <typename A, typename B, typename C> struct tuple<A, B, C, library_none, library_none, library_none, library_none> {
    A ma; B mb; C mc;
    tuple() : ma(), mb(), mc() {}
    tuple(const A& a, const B& b, const C& c) : ma(a), mb(b), mc(c) {}
    bool operator==(const tuple& t) const { return ma == t.ma && mb == t.mb && mc == t.mc; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma || (!(t.ma < ma) && (mb < t.mb || (!(t.mb < mb) && (mc < t.mc)))); }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A, typename B, typename C> tuple<typename decay<A>::type, typename decay<B>::type, typename decay<C>::type> make_tuple(A&& a, B&& b, C&& c) { return {std::forward<A>(a), std::forward<B>(b), std::forward<C>(c)}; }
template <typename A, typename B, typename C> struct library_ties<A, B, C, library_none, library_none, library_none, library_none> {
    A* ma; B* mb; C* mc;
    void operator=(const tuple<A, B, C>& t) { *ma = t.ma, *mb = t.mb, *mc = t.mc; }
};
template <typename A, typename B, typename C> library_ties<A, B, C> tie(A& a, B& b, C& c) { return {&a, &b, &c}; }

template <typename A, typename B, typename C, typename D> struct tuple<A, B, C, D, library_none, library_none, library_none> {
    A ma; B mb; C mc; D md;
    tuple() : ma(), mb(), mc(), md() {}
    tuple(const A& a, const B& b, const C& c, const D& d) : ma(a), mb(b), mc(c), md(d) {}
    bool operator==(const tuple& t) const { return ma == t.ma && mb == t.mb && mc == t.mc && md == t.md; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma || (!(t.ma < ma) && (mb < t.mb || (!(t.mb < mb) && (mc < t.mc || (!(t.mc < mc) && (md < t.md)))))); }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A, typename B, typename C, typename D> tuple<typename decay<A>::type, typename decay<B>::type, typename decay<C>::type, typename decay<D>::type> make_tuple(A&& a, B&& b, C&& c, D&& d) { return {std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d)}; }
template <typename A, typename B, typename C, typename D> struct library_ties<A, B, C, D, library_none, library_none, library_none> {
    A* ma; B* mb; C* mc; D* md;
    void operator=(const tuple<A, B, C, D>& t) { *ma = t.ma, *mb = t.mb, *mc = t.mc, *md = t.md; }
};
template <typename A, typename B, typename C, typename D> library_ties<A, B, C, D> tie(A& a, B& b, C& c, D& d) { return {&a, &b, &c, &d}; }

template <typename A, typename B, typename C, typename D, typename E> struct tuple<A, B, C, D, E, library_none, library_none> {
    A ma; B mb; C mc; D md; E me;
    tuple() : ma(), mb(), mc(), md(), me() {}
    tuple(const A& a, const B& b, const C& c, const D& d, const E& e) : ma(a), mb(b), mc(c), md(d), me(e) {}
    bool operator==(const tuple& t) const { return ma == t.ma && mb == t.mb && mc == t.mc && md == t.md && me == t.me; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma || (!(t.ma < ma) && (mb < t.mb || (!(t.mb < mb) && (mc < t.mc || (!(t.mc < mc) && (md < t.md || (!(t.md < md) && (me < t.me)))))))); }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A, typename B, typename C, typename D, typename E> tuple<typename decay<A>::type, typename decay<B>::type, typename decay<C>::type, typename decay<D>::type, typename decay<E>::type> make_tuple(A&& a, B&& b, C&& c, D&& d, E&& e) { return {std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d), std::forward<E>(e)}; }
template <typename A, typename B, typename C, typename D, typename E> struct library_ties<A, B, C, D, E, library_none, library_none> {
    A* ma; B* mb; C* mc; D* md; E* me;
    void operator=(const tuple<A, B, C, D, E>& t) { *ma = t.ma, *mb = t.mb, *mc = t.mc, *md = t.md, *me = t.me; }
};
template <typename A, typename B, typename C, typename D, typename E> library_ties<A, B, C, D, E> tie(A& a, B& b, C& c, D& d, E& e) { return {&a, &b, &c, &d, &e}; }

template <typename A, typename B, typename C, typename D, typename E, typename F> struct tuple<A, B, C, D, E, F, library_none> {
    A ma; B mb; C mc; D md; E me; F mf;
    tuple() : ma(), mb(), mc(), md(), me(), mf() {}
    tuple(const A& a, const B& b, const C& c, const D& d, const E& e, const F& f) : ma(a), mb(b), mc(c), md(d), me(e), mf(f) {}
    bool operator==(const tuple& t) const { return ma == t.ma && mb == t.mb && mc == t.mc && md == t.md && me == t.me && mf == t.mf; }
    bool operator!=(const tuple& t) const { return !(*this == t); }
    bool operator<(const tuple& t) const { return ma < t.ma || (!(t.ma < ma) && (mb < t.mb || (!(t.mb < mb) && (mc < t.mc || (!(t.mc < mc) && (md < t.md || (!(t.md < md) && (me < t.me || (!(t.me < me) && (mf < t.mf)))))))))); }
    bool operator>(const tuple& t) const { return t < *this; }
};
template <typename A, typename B, typename C, typename D, typename E, typename F> tuple<typename decay<A>::type, typename decay<B>::type, typename decay<C>::type, typename decay<D>::type, typename decay<E>::type, typename decay<F>::type> make_tuple(A&& a, B&& b, C&& c, D&& d, E&& e, F&& f) { return {std::forward<A>(a), std::forward<B>(b), std::forward<C>(c), std::forward<D>(d), std::forward<E>(e), std::forward<F>(f)}; }
template <typename A, typename B, typename C, typename D, typename E, typename F> struct library_ties<A, B, C, D, E, F, library_none> {
    A* ma; B* mb; C* mc; D* md; E* me; F* mf;
    void operator=(const tuple<A, B, C, D, E, F>& t) { *ma = t.ma, *mb = t.mb, *mc = t.mc, *md = t.md, *me = t.me, *mf = t.mf; }
};
template <typename A, typename B, typename C, typename D, typename E, typename F> library_ties<A, B, C, D, E, F> tie(A& a, B& b, C& c, D& d, E& e, F& f) { return {&a, &b, &c, &d, &e, &f}; }

template <size_t I, typename T> const auto& get(const T& t)
{
    if constexpr (I == 0) return t.ma;
    else if constexpr (I == 1) return t.mb;
    else if constexpr (I == 2) return t.mc;
    else if constexpr (I == 3) return t.md;
    else if constexpr (I == 4) return t.me;
    else if constexpr (I == 5) return t.mf;
}
template <size_t I, typename T> auto& get(T& t)
{
    if constexpr (I == 0) return t.ma;
    else if constexpr (I == 1) return t.mb;
    else if constexpr (I == 2) return t.mc;
    else if constexpr (I == 3) return t.md;
    else if constexpr (I == 4) return t.me;
    else if constexpr (I == 5) return t.mf;
}
template <size_t I, typename A, typename B> auto& get(pair<A, B>& p)
{
    if constexpr (I == 0) return p.first;
    else return p.second;
}
template <size_t I, typename A, typename B> const auto& get(const pair<A, B>& p)
{
    if constexpr (I == 0) return p.first;
    else return p.second;
}
}  // namespace std
