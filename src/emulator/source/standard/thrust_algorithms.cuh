// Algorithms of Thrust, over elements of the host or of the device.
namespace thrust {
template <typename It> void sort(It from, It to)
{
    library_device open;
    std::stable_sort(library_raw<It>::of(from), library_raw<It>::of(to));
}
template <typename It, typename F> void sort(It from, It to, F less)
{
    library_device open;
    std::stable_sort(library_raw<It>::of(from), library_raw<It>::of(to), less);
}
template <typename It> void stable_sort(It from, It to)
{
    library_device open;
    std::stable_sort(library_raw<It>::of(from), library_raw<It>::of(to));
}
template <typename It, typename F> void stable_sort(It from, It to, F less)
{
    library_device open;
    std::stable_sort(library_raw<It>::of(from), library_raw<It>::of(to), less);
}
template <typename It, typename Other, typename F> void sort_by_key(It from, It to, Other other, F less)
{
    library_device open;
    auto keys = library_raw<It>::of(from);
    auto values = library_raw<Other>::of(other);
    ptrdiff_t n = to - from;
    std::vector<typename std::iterator_traits<It>::value_type> old_keys(keys, keys + n);
    std::vector<typename std::iterator_traits<Other>::value_type> old_values(values, values + n);
    std::vector<ptrdiff_t> order;
    for (ptrdiff_t i = 0; i < n; ++i) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](ptrdiff_t a, ptrdiff_t b) { return less(old_keys[a], old_keys[b]); });
    for (ptrdiff_t i = 0; i < n; ++i) {
        keys[i] = old_keys[order[i]];
        values[i] = old_values[order[i]];
    }
}
template <typename It, typename Other> void sort_by_key(It from, It to, Other other)
{
    library_device open;
    sort_by_key(from, to, other, std::library_less());
}
template <typename It, typename Other> void stable_sort_by_key(It from, It to, Other other)
{
    library_device open;
    sort_by_key(from, to, other, std::library_less());
}
template <typename It, typename Other, typename F> void stable_sort_by_key(It from, It to, Other other, F less)
{
    library_device open;
    sort_by_key(from, to, other, less);
}
template <typename It> typename std::iterator_traits<It>::value_type reduce(It from, It to)
{
    library_device open;
    return std::accumulate(library_raw<It>::of(from), library_raw<It>::of(to), typename std::iterator_traits<It>::value_type());
}
template <typename It, typename T> T reduce(It from, It to, T sum)
{
    library_device open;
    return std::accumulate(library_raw<It>::of(from), library_raw<It>::of(to), sum);
}
template <typename It, typename T, typename F> T reduce(It from, It to, T sum, F f)
{
    library_device open;
    return std::accumulate(library_raw<It>::of(from), library_raw<It>::of(to), sum, f);
}
template <typename It, typename Out, typename F> Out transform(It from, It to, Out into, F f)
{
    library_device open;
    std::transform(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Out>::of(into), f);
    return into + (to - from);
}
template <typename It, typename Other, typename Out, typename F> Out transform(It from, It to, Other other, Out into, F f)
{
    library_device open;
    std::transform(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Other>::of(other), library_raw<Out>::of(into), f);
    return into + (to - from);
}
template <typename It, typename F, typename T, typename G> T transform_reduce(It from, It to, F f, T sum, G add)
{
    library_device open;
    auto end = library_raw<It>::of(to);
    for (auto it = library_raw<It>::of(from); it != end; ++it) sum = add(sum, f(*it));
    return sum;
}
template <typename It, typename Other, typename T> T inner_product(It from, It to, Other other, T sum)
{
    library_device open;
    return std::inner_product(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Other>::of(other), sum);
}
template <typename It, typename Other, typename T, typename F, typename G> T inner_product(It from, It to, Other other, T sum, F add, G multiply)
{
    library_device open;
    return std::inner_product(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Other>::of(other), sum, add, multiply);
}
template <typename It, typename Out, typename F> Out inclusive_scan(It from, It to, Out into, F f)
{
    library_device open;
    auto out = library_raw<Out>::of(into);
    auto end = library_raw<It>::of(to);
    auto it = library_raw<It>::of(from);
    if (it == end) return into;
    typename std::iterator_traits<It>::value_type sum = *it;
    *out = sum;
    for (++it; it != end; ++it) {
        sum = f(sum, *it);
        *++out = sum;
    }
    return into + (to - from);
}
template <typename It, typename Out> Out inclusive_scan(It from, It to, Out into)
{
    library_device open;
    return inclusive_scan(from, to, into, std::plus<typename std::iterator_traits<It>::value_type>());
}
template <typename It, typename Out, typename T, typename F> Out exclusive_scan(It from, It to, Out into, T sum, F f)
{
    library_device open;
    auto out = library_raw<Out>::of(into);
    auto end = library_raw<It>::of(to);
    for (auto it = library_raw<It>::of(from); it != end; ++it, ++out) {
        T next = f(sum, *it);
        *out = sum;
        sum = next;
    }
    return into + (to - from);
}
template <typename It, typename Out, typename T> Out exclusive_scan(It from, It to, Out into, T sum)
{
    library_device open;
    return exclusive_scan(from, to, into, sum, std::plus<T>());
}
template <typename It, typename Out> Out exclusive_scan(It from, It to, Out into)
{
    library_device open;
    return exclusive_scan(from, to, into, typename std::iterator_traits<It>::value_type());
}
template <typename It, typename F, typename Out, typename G> Out transform_inclusive_scan(It from, It to, Out into, F f, G add)
{
    library_device open;
    return inclusive_scan(make_transform_iterator(from, f), make_transform_iterator(to, f), into, add);
}
template <typename Keys, typename It, typename Out> Out inclusive_scan_by_key(Keys from, Keys to, It values, Out into)
{
    library_device open;
    auto key = library_raw<Keys>::of(from);
    auto value = library_raw<It>::of(values);
    auto out = library_raw<Out>::of(into);
    ptrdiff_t n = to - from;
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = i > 0 && key[i] == key[i - 1] ? out[i - 1] + value[i] : value[i];
    return into + n;
}
template <typename Keys, typename It, typename KeysOut, typename Out, typename F, typename G> std::pair<KeysOut, Out> reduce_by_key(Keys from, Keys to, It values, KeysOut keys_into, Out into, F same, G add)
{
    library_device open;
    auto key = library_raw<Keys>::of(from);
    auto value = library_raw<It>::of(values);
    auto keys_out = library_raw<KeysOut>::of(keys_into);
    auto out = library_raw<Out>::of(into);
    ptrdiff_t n = to - from, made = 0;
    for (ptrdiff_t i = 0; i < n; ++made) {
        ptrdiff_t first = i;
        typename std::iterator_traits<It>::value_type sum = value[i];
        for (++i; i < n && same(key[i - 1], key[i]); ++i) sum = add(sum, value[i]);
        *keys_out = key[first];
        *out = sum;
        ++keys_out;
        ++out;
    }
    return std::pair<KeysOut, Out>(keys_into + made, into + made);
}
template <typename Keys, typename It, typename KeysOut, typename Out> std::pair<KeysOut, Out> reduce_by_key(Keys from, Keys to, It values, KeysOut keys_into, Out into)
{
    library_device open;
    return reduce_by_key(from, to, values, keys_into, into, std::equal_to<typename std::iterator_traits<Keys>::value_type>(), std::plus<typename std::iterator_traits<It>::value_type>());
}
template <typename It, typename Out> Out copy(It from, It to, Out into)
{
    library_device open;
    std::copy(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Out>::of(into));
    return into + (to - from);
}
template <typename It, typename N, typename Out> Out copy_n(It from, N n, Out into)
{
    library_device open;
    std::copy_n(library_raw<It>::of(from), n, library_raw<Out>::of(into));
    return into + n;
}
template <typename It, typename Out, typename F> Out copy_if(It from, It to, Out into, F f)
{
    library_device open;
    auto begin = library_raw<Out>::of(into);
    return into + (std::copy_if(library_raw<It>::of(from), library_raw<It>::of(to), begin, f) - begin);
}
template <typename It, typename Stencil, typename Out, typename F> Out copy_if(It from, It to, Stencil stencil, Out into, F f)
{
    library_device open;
    auto it = library_raw<It>::of(from);
    auto chosen = library_raw<Stencil>::of(stencil);
    auto out = library_raw<Out>::of(into);
    ptrdiff_t n = to - from, made = 0;
    for (ptrdiff_t i = 0; i < n; ++i)
        if (f(chosen[i])) out[made++] = it[i];
    return into + made;
}
template <typename It, typename T> void fill(It from, It to, T value)
{
    library_device open;
    std::fill(library_raw<It>::of(from), library_raw<It>::of(to), (typename std::iterator_traits<It>::value_type)value);
}
template <typename It, typename N, typename T> It fill_n(It from, N n, T value)
{
    library_device open;
    std::fill_n(library_raw<It>::of(from), n, (typename std::iterator_traits<It>::value_type)value);
    return from + n;
}
template <typename It, typename T> void sequence(It from, It to, T value, T step)
{
    library_device open;
    auto end = library_raw<It>::of(to);
    for (auto it = library_raw<It>::of(from); it != end; ++it, value = value + step) *it = value;
}
template <typename It, typename T> void sequence(It from, It to, T value)
{
    library_device open;
    sequence(from, to, value, (T)1);
}
template <typename It> void sequence(It from, It to)
{
    library_device open;
    sequence(from, to, (typename std::iterator_traits<It>::value_type)0);
}
template <typename It, typename F> void generate(It from, It to, F f)
{
    library_device open;
    std::generate(library_raw<It>::of(from), library_raw<It>::of(to), f);
}
template <typename It, typename F> void tabulate(It from, It to, F f)
{
    library_device open;
    auto it = library_raw<It>::of(from);
    ptrdiff_t n = to - from;
    for (ptrdiff_t i = 0; i < n; ++i) it[i] = f(i);
}
template <typename It, typename F> It for_each(It from, It to, F f)
{
    library_device open;
    std::for_each(library_raw<It>::of(from), library_raw<It>::of(to), f);
    return to;
}
template <typename It, typename N, typename F> It for_each_n(It from, N n, F f)
{
    library_device open;
    std::for_each(library_raw<It>::of(from), library_raw<It>::of(from + n), f);
    return from + n;
}
template <typename It, typename T> ptrdiff_t count(It from, It to, T value)
{
    library_device open;
    return std::count(library_raw<It>::of(from), library_raw<It>::of(to), value);
}
template <typename It, typename F> ptrdiff_t count_if(It from, It to, F f)
{
    library_device open;
    return std::count_if(library_raw<It>::of(from), library_raw<It>::of(to), f);
}
template <typename It, typename T> It find(It from, It to, T value)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::find(begin, library_raw<It>::of(to), value) - begin);
}
template <typename It, typename F> It find_if(It from, It to, F f)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::find_if(begin, library_raw<It>::of(to), f) - begin);
}
template <typename It, typename F> It find_if_not(It from, It to, F f)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::find_if_not(begin, library_raw<It>::of(to), f) - begin);
}
template <typename It> It min_element(It from, It to)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::min_element(begin, library_raw<It>::of(to)) - begin);
}
template <typename It, typename F> It min_element(It from, It to, F less)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::min_element(begin, library_raw<It>::of(to), less) - begin);
}
template <typename It> It max_element(It from, It to)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::max_element(begin, library_raw<It>::of(to)) - begin);
}
template <typename It, typename F> It max_element(It from, It to, F less)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::max_element(begin, library_raw<It>::of(to), less) - begin);
}
template <typename It> std::pair<It, It> minmax_element(It from, It to)
{
    library_device open;
    return std::pair<It, It>(min_element(from, to), max_element(from, to));
}
template <typename It, typename F> bool all_of(It from, It to, F f)
{
    library_device open;
    return std::all_of(library_raw<It>::of(from), library_raw<It>::of(to), f);
}
template <typename It, typename F> bool any_of(It from, It to, F f)
{
    library_device open;
    return std::any_of(library_raw<It>::of(from), library_raw<It>::of(to), f);
}
template <typename It, typename F> bool none_of(It from, It to, F f)
{
    library_device open;
    return std::none_of(library_raw<It>::of(from), library_raw<It>::of(to), f);
}
template <typename It, typename Other> bool equal(It from, It to, Other other)
{
    library_device open;
    return std::equal(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Other>::of(other));
}
template <typename It> bool is_sorted(It from, It to)
{
    library_device open;
    return std::is_sorted(library_raw<It>::of(from), library_raw<It>::of(to));
}
template <typename It> void reverse(It from, It to)
{
    library_device open;
    std::reverse(library_raw<It>::of(from), library_raw<It>::of(to));
}
template <typename It> It unique(It from, It to)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::unique(begin, library_raw<It>::of(to)) - begin);
}
template <typename It, typename T> It remove(It from, It to, T value)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::remove(begin, library_raw<It>::of(to), value) - begin);
}
template <typename It, typename F> It remove_if(It from, It to, F f)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::remove_if(begin, library_raw<It>::of(to), f) - begin);
}
template <typename It, typename F> It partition(It from, It to, F f)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::stable_partition(begin, library_raw<It>::of(to), f) - begin);
}
template <typename It, typename F> It stable_partition(It from, It to, F f)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::stable_partition(begin, library_raw<It>::of(to), f) - begin);
}
template <typename It, typename T> void replace(It from, It to, T old, T value)
{
    library_device open;
    std::replace(library_raw<It>::of(from), library_raw<It>::of(to), old, value);
}
template <typename It, typename F, typename T> void replace_if(It from, It to, F f, T value)
{
    library_device open;
    std::replace_if(library_raw<It>::of(from), library_raw<It>::of(to), f, value);
}
template <typename Map, typename It, typename Out> Out gather(Map from, Map to, It values, Out into)
{
    library_device open;
    auto place = library_raw<Map>::of(from);
    auto value = library_raw<It>::of(values);
    auto out = library_raw<Out>::of(into);
    ptrdiff_t n = to - from;
    for (ptrdiff_t i = 0; i < n; ++i) out[i] = value[place[i]];
    return into + n;
}
template <typename It, typename Map, typename Out> void scatter(It from, It to, Map map, Out into)
{
    library_device open;
    auto value = library_raw<It>::of(from);
    auto place = library_raw<Map>::of(map);
    auto out = library_raw<Out>::of(into);
    ptrdiff_t n = to - from;
    for (ptrdiff_t i = 0; i < n; ++i) out[place[i]] = value[i];
}
template <typename It, typename Out> Out adjacent_difference(It from, It to, Out into)
{
    library_device open;
    std::adjacent_difference(library_raw<It>::of(from), library_raw<It>::of(to), library_raw<Out>::of(into));
    return into + (to - from);
}
template <typename It, typename T> It lower_bound(It from, It to, T value)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::lower_bound(begin, library_raw<It>::of(to), value) - begin);
}
template <typename It, typename T> It upper_bound(It from, It to, T value)
{
    library_device open;
    auto begin = library_raw<It>::of(from);
    return from + (std::upper_bound(begin, library_raw<It>::of(to), value) - begin);
}
template <typename It, typename T> bool binary_search(It from, It to, T value)
{
    library_device open;
    return std::binary_search(library_raw<It>::of(from), library_raw<It>::of(to), value);
}
template <typename A, typename B, typename Out> Out merge(A a, A a_end, B b, B b_end, Out into)
{
    library_device open;
    std::merge(library_raw<A>::of(a), library_raw<A>::of(a_end), library_raw<B>::of(b), library_raw<B>::of(b_end), library_raw<Out>::of(into));
    return into + (a_end - a) + (b_end - b);
}
// With a policy, which changes nothing here.
template <typename... Parts> auto adjacent_difference(library_policy, Parts... parts) { return adjacent_difference(parts...); }
template <typename... Parts> auto all_of(library_policy, Parts... parts) { return all_of(parts...); }
template <typename... Parts> auto any_of(library_policy, Parts... parts) { return any_of(parts...); }
template <typename... Parts> auto binary_search(library_policy, Parts... parts) { return binary_search(parts...); }
template <typename... Parts> auto copy(library_policy, Parts... parts) { return copy(parts...); }
template <typename... Parts> auto copy_if(library_policy, Parts... parts) { return copy_if(parts...); }
template <typename... Parts> auto copy_n(library_policy, Parts... parts) { return copy_n(parts...); }
template <typename... Parts> auto count(library_policy, Parts... parts) { return count(parts...); }
template <typename... Parts> auto count_if(library_policy, Parts... parts) { return count_if(parts...); }
template <typename... Parts> auto equal(library_policy, Parts... parts) { return equal(parts...); }
template <typename... Parts> auto exclusive_scan(library_policy, Parts... parts) { return exclusive_scan(parts...); }
template <typename... Parts> auto fill(library_policy, Parts... parts) { return fill(parts...); }
template <typename... Parts> auto fill_n(library_policy, Parts... parts) { return fill_n(parts...); }
template <typename... Parts> auto find(library_policy, Parts... parts) { return find(parts...); }
template <typename... Parts> auto find_if(library_policy, Parts... parts) { return find_if(parts...); }
template <typename... Parts> auto find_if_not(library_policy, Parts... parts) { return find_if_not(parts...); }
template <typename... Parts> auto for_each(library_policy, Parts... parts) { return for_each(parts...); }
template <typename... Parts> auto for_each_n(library_policy, Parts... parts) { return for_each_n(parts...); }
template <typename... Parts> auto gather(library_policy, Parts... parts) { return gather(parts...); }
template <typename... Parts> auto generate(library_policy, Parts... parts) { return generate(parts...); }
template <typename... Parts> auto inclusive_scan(library_policy, Parts... parts) { return inclusive_scan(parts...); }
template <typename... Parts> auto inclusive_scan_by_key(library_policy, Parts... parts) { return inclusive_scan_by_key(parts...); }
template <typename... Parts> auto inner_product(library_policy, Parts... parts) { return inner_product(parts...); }
template <typename... Parts> auto is_sorted(library_policy, Parts... parts) { return is_sorted(parts...); }
template <typename... Parts> auto lower_bound(library_policy, Parts... parts) { return lower_bound(parts...); }
template <typename... Parts> auto max_element(library_policy, Parts... parts) { return max_element(parts...); }
template <typename... Parts> auto merge(library_policy, Parts... parts) { return merge(parts...); }
template <typename... Parts> auto min_element(library_policy, Parts... parts) { return min_element(parts...); }
template <typename... Parts> auto minmax_element(library_policy, Parts... parts) { return minmax_element(parts...); }
template <typename... Parts> auto none_of(library_policy, Parts... parts) { return none_of(parts...); }
template <typename... Parts> auto partition(library_policy, Parts... parts) { return partition(parts...); }
template <typename... Parts> auto reduce(library_policy, Parts... parts) { return reduce(parts...); }
template <typename... Parts> auto reduce_by_key(library_policy, Parts... parts) { return reduce_by_key(parts...); }
template <typename... Parts> auto remove(library_policy, Parts... parts) { return remove(parts...); }
template <typename... Parts> auto remove_if(library_policy, Parts... parts) { return remove_if(parts...); }
template <typename... Parts> auto replace(library_policy, Parts... parts) { return replace(parts...); }
template <typename... Parts> auto replace_if(library_policy, Parts... parts) { return replace_if(parts...); }
template <typename... Parts> auto reverse(library_policy, Parts... parts) { return reverse(parts...); }
template <typename... Parts> auto scatter(library_policy, Parts... parts) { return scatter(parts...); }
template <typename... Parts> auto sequence(library_policy, Parts... parts) { return sequence(parts...); }
template <typename... Parts> auto sort(library_policy, Parts... parts) { return sort(parts...); }
template <typename... Parts> auto sort_by_key(library_policy, Parts... parts) { return sort_by_key(parts...); }
template <typename... Parts> auto stable_partition(library_policy, Parts... parts) { return stable_partition(parts...); }
template <typename... Parts> auto stable_sort(library_policy, Parts... parts) { return stable_sort(parts...); }
template <typename... Parts> auto stable_sort_by_key(library_policy, Parts... parts) { return stable_sort_by_key(parts...); }
template <typename... Parts> auto tabulate(library_policy, Parts... parts) { return tabulate(parts...); }
template <typename... Parts> auto transform(library_policy, Parts... parts) { return transform(parts...); }
template <typename... Parts> auto transform_inclusive_scan(library_policy, Parts... parts) { return transform_inclusive_scan(parts...); }
template <typename... Parts> auto transform_reduce(library_policy, Parts... parts) { return transform_reduce(parts...); }
template <typename... Parts> auto unique(library_policy, Parts... parts) { return unique(parts...); }
template <typename... Parts> auto upper_bound(library_policy, Parts... parts) { return upper_bound(parts...); }
template <typename It> ptrdiff_t distance(It from, It to) { return to - from; }
}  // namespace thrust
