// <numeric>
namespace std {
template <typename It, typename T> T accumulate(It from, It to, T sum)
{
    for (; from != to; ++from) sum = sum + *from;
    return sum;
}
template <typename It, typename T, typename F> T accumulate(It from, It to, T sum, F f)
{
    for (; from != to; ++from) sum = f(sum, *from);
    return sum;
}
template <typename It, typename T> T reduce(It from, It to, T sum) { return accumulate(from, to, sum); }
template <typename It> typename iterator_traits<It>::value_type reduce(It from, It to) { return accumulate(from, to, typename iterator_traits<It>::value_type()); }
template <typename It, typename T> void iota(It from, It to, T value)
{
    for (; from != to; ++from, ++value) *from = value;
}
template <typename A, typename B, typename T> T inner_product(A from, A to, B other, T sum)
{
    for (; from != to; ++from, ++other) sum = sum + *from * *other;
    return sum;
}
template <typename A, typename B, typename T, typename F, typename G> T inner_product(A from, A to, B other, T sum, F add, G multiply)
{
    for (; from != to; ++from, ++other) sum = add(sum, multiply(*from, *other));
    return sum;
}
template <typename It, typename Out, typename F> Out partial_sum(It from, It to, Out out, F f)
{
    if (from == to) return out;
    typename iterator_traits<It>::value_type sum = *from;
    *out = sum;
    while (++from != to) {
        sum = f(sum, *from);
        *++out = sum;
    }
    return ++out;
}
template <typename It, typename Out> Out partial_sum(It from, It to, Out out)
{
    return partial_sum(from, to, out, [](const auto& a, const auto& b) { return a + b; });
}
template <typename It, typename Out> Out inclusive_scan(It from, It to, Out out) { return partial_sum(from, to, out); }
template <typename It, typename Out, typename F> Out inclusive_scan(It from, It to, Out out, F f) { return partial_sum(from, to, out, f); }
template <typename It, typename Out, typename T> Out exclusive_scan(It from, It to, Out out, T sum)
{
    for (; from != to; ++from, ++out) {
        T next = sum + *from;
        *out = sum;
        sum = next;
    }
    return out;
}
template <typename It, typename Out> Out adjacent_difference(It from, It to, Out out)
{
    if (from == to) return out;
    typename iterator_traits<It>::value_type before = *from;
    *out = before;
    while (++from != to) {
        typename iterator_traits<It>::value_type now = *from;
        *++out = now - before;
        before = now;
    }
    return ++out;
}
template <typename T> T gcd(T a, T b)
{
    while (b != 0) {
        T rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}
template <typename T> T lcm(T a, T b) { return a == 0 || b == 0 ? 0 : a / gcd(a, b) * b; }
}  // namespace std
