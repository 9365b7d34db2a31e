// <algorithm>. Equal elements come out of sort in the order that GCC's library leaves them in.
namespace std {
template <typename It, typename N, typename F> It for_each_n(It from, N count, F f)
{
    for (N i = 0; i < count; ++i, ++from) f(*from);
    return from;
}
template <typename It> It adjacent_find(It from, It to)
{
    if (from == to) return to;
    It next = from;
    for (++next; next != to; ++from, ++next) if (*from == *next) return from;
    return to;
}
template <typename It, typename V> void fill(It from, It to, const V& value) { for (; from != to; ++from) *from = value; }
template <typename It, typename N, typename V> It fill_n(It from, N n, const V& value)
{
    for (; n > 0; --n, ++from) *from = value;
    return from;
}
template <typename It, typename Out> Out copy(It from, It to, Out out)
{
    for (; from != to; ++from, ++out) *out = *from;
    return out;
}
template <typename It, typename N, typename Out> Out copy_n(It from, N n, Out out)
{
    for (; n > 0; --n, ++from, ++out) *out = *from;
    return out;
}
template <typename It, typename Out, typename F> Out copy_if(It from, It to, Out out, F f)
{
    for (; from != to; ++from)
        if (f(*from)) {
            *out = *from;
            ++out;
        }
    return out;
}
template <typename It, typename Out> Out copy_backward(It from, It to, Out out)
{
    while (to != from) *--out = *--to;
    return out;
}
template <typename It, typename Out, typename F> Out transform(It from, It to, Out out, F f)
{
    for (; from != to; ++from, ++out) *out = f(*from);
    return out;
}
template <typename It, typename Other, typename Out, typename F> Out transform(It from, It to, Other other, Out out, F f)
{
    for (; from != to; ++from, ++other, ++out) *out = f(*from, *other);
    return out;
}
template <typename It, typename F> void generate(It from, It to, F f) { for (; from != to; ++from) *from = f(); }
template <typename It, typename N, typename F> It generate_n(It from, N n, F f)
{
    for (; n > 0; --n, ++from) *from = f();
    return from;
}
template <typename It, typename F> F for_each(It from, It to, F f)
{
    for (; from != to; ++from) f(*from);
    return f;
}
template <typename It, typename V> It find(It from, It to, const V& value)
{
    for (; from != to; ++from)
        if (*from == value) break;
    return from;
}
template <typename It, typename F> It find_if(It from, It to, F f)
{
    for (; from != to; ++from)
        if (f(*from)) break;
    return from;
}
template <typename It, typename F> It find_if_not(It from, It to, F f)
{
    for (; from != to; ++from)
        if (!f(*from)) break;
    return from;
}
template <typename It, typename V> long count(It from, It to, const V& value)
{
    long n = 0;
    for (; from != to; ++from)
        if (*from == value) ++n;
    return n;
}
template <typename It, typename F> long count_if(It from, It to, F f)
{
    long n = 0;
    for (; from != to; ++from)
        if (f(*from)) ++n;
    return n;
}
template <typename It, typename F> bool all_of(It from, It to, F f) { return find_if_not(from, to, f) == to; }
template <typename It, typename F> bool any_of(It from, It to, F f) { return find_if(from, to, f) != to; }
template <typename It, typename F> bool none_of(It from, It to, F f) { return find_if(from, to, f) == to; }
template <typename It, typename Other> bool equal(It from, It to, Other other)
{
    for (; from != to; ++from, ++other)
        if (!(*from == *other)) return false;
    return true;
}
template <typename It, typename Other, typename F> bool equal(It from, It to, Other other, F f)
{
    for (; from != to; ++from, ++other)
        if (!f(*from, *other)) return false;
    return true;
}
template <typename It, typename Other> pair<It, Other> mismatch(It from, It to, Other other)
{
    for (; from != to && *from == *other; ++from) ++other;
    return pair<It, Other>(from, other);
}
template <typename A, typename B> bool lexicographical_compare(A a, A a_end, B b, B b_end)
{
    for (; a != a_end && b != b_end; ++a, ++b) {
        if (*a < *b) return true;
        if (*b < *a) return false;
    }
    return a == a_end && b != b_end;
}
template <typename It, typename F> It min_element(It from, It to, F less)
{
    It best = from;
    for (; from != to; ++from)
        if (less(*from, *best)) best = from;
    return best;
}
template <typename It> It min_element(It from, It to)
{
    It best = from;
    for (; from != to; ++from)
        if (*from < *best) best = from;
    return best;
}
template <typename It, typename F> It max_element(It from, It to, F less)
{
    It best = from;
    for (; from != to; ++from)
        if (less(*best, *from)) best = from;
    return best;
}
template <typename It> It max_element(It from, It to)
{
    It best = from;
    for (; from != to; ++from)
        if (*best < *from) best = from;
    return best;
}
template <typename It> pair<It, It> minmax_element(It from, It to)
{
    It least = from, largest = from;
    for (; from != to; ++from) {
        if (*from < *least) least = from;
        if (!(*from < *largest)) largest = from;
    }
    return pair<It, It>(least, largest);
}
template <typename T> T min(initializer_list<T> values) { return *min_element(values.begin(), values.end()); }
template <typename T> T max(initializer_list<T> values) { return *max_element(values.begin(), values.end()); }
template <typename T, typename F> const T& min(const T& a, const T& b, F less) { return less(b, a) ? b : a; }
template <typename T, typename F> const T& max(const T& a, const T& b, F less) { return less(a, b) ? b : a; }
template <typename T> const T& clamp(const T& value, const T& low, const T& high) { return value < low ? low : high < value ? high : value; }
template <typename A, typename B> void iter_swap(A a, B b) { swap(*a, *b); }
template <typename It, typename Other> Other swap_ranges(It from, It to, Other other)
{
    for (; from != to; ++from, ++other) swap(*from, *other);
    return other;
}
template <typename It> void reverse(It from, It to)
{
    while (from != to && from != --to) {
        swap(*from, *to);
        ++from;
    }
}
template <typename It> It rotate(It from, It middle, It to)
{
    It result = from + (to - middle);
    reverse(from, middle);
    reverse(middle, to);
    reverse(from, to);
    return result;
}
template <typename It, typename V> It remove(It from, It to, const V& value)
{
    It kept = from;
    for (; from != to; ++from)
        if (!(*from == value)) {
            if (kept != from) *kept = std::move(*from);
            ++kept;
        }
    return kept;
}
template <typename It, typename F> It remove_if(It from, It to, F f)
{
    It kept = from;
    for (; from != to; ++from)
        if (!f(*from)) {
            if (kept != from) *kept = std::move(*from);
            ++kept;
        }
    return kept;
}
template <typename It, typename V> void replace(It from, It to, const V& old, const V& value)
{
    for (; from != to; ++from)
        if (*from == old) *from = value;
}
template <typename It, typename F, typename V> void replace_if(It from, It to, F f, const V& value)
{
    for (; from != to; ++from)
        if (f(*from)) *from = value;
}
template <typename It> It unique(It from, It to)
{
    if (from == to) return to;
    It kept = from;
    while (++from != to)
        if (!(*kept == *from)) *++kept = std::move(*from);
    return ++kept;
}
template <typename It, typename F> It stable_partition(It from, It to, F f)
{
    using T = typename iterator_traits<It>::value_type;
    vector<T> others;
    It kept = from;
    for (; from != to; ++from)
        if (f(*from)) {
            *kept = *from;
            ++kept;
        } else
            others.push_back(*from);
    copy(others.begin(), others.end(), kept);
    return kept;
}
template <typename It, typename F> It partition(It from, It to, F f)
{
    for (;; ++from) {
        for (; from != to && f(*from); ++from) {}
        if (from == to) return from;
        do {
            --to;
            if (from == to) return from;
        } while (!f(*to));
        swap(*from, *to);
    }
}
template <typename It, typename V, typename F> It lower_bound(It from, It to, const V& value, F less)
{
    for (ptrdiff_t n = distance(from, to); n > 0;) {
        ptrdiff_t half = n / 2;
        It middle = next(from, half);
        if (less(*middle, value)) {
            from = ++middle;
            n -= half + 1;
        } else
            n = half;
    }
    return from;
}
template <typename It, typename V, typename F> It upper_bound(It from, It to, const V& value, F less)
{
    for (ptrdiff_t n = distance(from, to); n > 0;) {
        ptrdiff_t half = n / 2;
        It middle = next(from, half);
        if (less(value, *middle))
            n = half;
        else {
            from = ++middle;
            n -= half + 1;
        }
    }
    return from;
}
struct library_less {
    template <typename A, typename B> bool operator()(const A& a, const B& b) const { return a < b; }
};
template <typename It, typename V> It lower_bound(It from, It to, const V& value) { return lower_bound(from, to, value, library_less()); }
template <typename It, typename V> It upper_bound(It from, It to, const V& value) { return upper_bound(from, to, value, library_less()); }
template <typename It, typename V> bool binary_search(It from, It to, const V& value)
{
    It place = lower_bound(from, to, value);
    return place != to && !(value < *place);
}
template <typename A, typename B, typename Out> Out merge(A a, A a_end, B b, B b_end, Out out)
{
    for (; a != a_end; ++out) {
        if (b == b_end) return copy(a, a_end, out);
        if (*b < *a) {
            *out = *b;
            ++b;
        } else {
            *out = *a;
            ++a;
        }
    }
    return copy(b, b_end, out);
}
template <typename It, typename F> bool is_sorted(It from, It to, F less)
{
    if (from == to) return true;
    for (It before = from; ++from != to; before = from)
        if (less(*from, *before)) return false;
    return true;
}
template <typename It> bool is_sorted(It from, It to) { return is_sorted(from, to, library_less()); }

// ---- Heaps
template <typename It, typename T, typename F> void library_sift_up(It heap, ptrdiff_t hole, ptrdiff_t top, T value, F less)
{
    while (hole > top && less(*(heap + (hole - 1) / 2), value)) {
        *(heap + hole) = std::move(*(heap + (hole - 1) / 2));
        hole = (hole - 1) / 2;
    }
    *(heap + hole) = std::move(value);
}
template <typename It, typename T, typename F> void library_sift_down(It heap, ptrdiff_t hole, ptrdiff_t n, T value, F less)
{
    ptrdiff_t top = hole;
    while (2 * hole + 2 < n) {
        ptrdiff_t child = 2 * hole + 2;
        if (less(*(heap + child), *(heap + (child - 1)))) --child;
        *(heap + hole) = std::move(*(heap + child));
        hole = child;
    }
    if (2 * hole + 2 == n) {
        *(heap + hole) = std::move(*(heap + (n - 1)));
        hole = n - 1;
    }
    library_sift_up(heap, hole, top, std::move(value), less);
}
template <typename It, typename F> void push_heap(It from, It to, F less)
{
    typename iterator_traits<It>::value_type value = std::move(*(to - 1));
    library_sift_up(from, to - from - 1, 0, std::move(value), less);
}
template <typename It, typename F> void pop_heap(It from, It to, F less)
{
    if (to - from < 2) return;
    --to;
    typename iterator_traits<It>::value_type value = std::move(*to);
    *to = std::move(*from);
    library_sift_down(from, 0, to - from, std::move(value), less);
}
template <typename It, typename F> void make_heap(It from, It to, F less)
{
    ptrdiff_t n = to - from;
    for (ptrdiff_t i = n / 2; i-- > 0;) {
        typename iterator_traits<It>::value_type value = std::move(*(from + i));
        library_sift_down(from, i, n, std::move(value), less);
    }
}
template <typename It, typename F> void sort_heap(It from, It to, F less) { for (; to - from > 1; --to) pop_heap(from, to, less); }
template <typename It> void push_heap(It from, It to) { push_heap(from, to, library_less()); }
template <typename It> void pop_heap(It from, It to) { pop_heap(from, to, library_less()); }
template <typename It> void make_heap(It from, It to) { make_heap(from, to, library_less()); }
template <typename It> void sort_heap(It from, It to) { sort_heap(from, to, library_less()); }

// ---- Sorting
template <typename It, typename F> void library_insert_sorted(It from, It last, F less)
{
    typename iterator_traits<It>::value_type value = std::move(*last);
    It place = last;
    while (place != from && less(value, *(place - 1))) {
        *place = std::move(*(place - 1));
        --place;
    }
    *place = std::move(value);
}
// The median of a, b and c becomes *first.
template <typename It, typename F> void library_median_first(It first, It a, It b, It c, F less)
{
    if (less(*a, *b)) {
        if (less(*b, *c)) swap(*first, *b);
        else if (less(*a, *c)) swap(*first, *c);
        else swap(*first, *a);
    } else if (less(*a, *c)) swap(*first, *a);
    else if (less(*b, *c)) swap(*first, *c);
    else swap(*first, *b);
}
template <typename It, typename F> void partial_sort(It from, It middle, It to, F less)
{
    make_heap(from, middle, less);
    for (It i = middle; i < to; ++i)
        if (less(*i, *from)) {
            typename iterator_traits<It>::value_type value = std::move(*i);
            *i = std::move(*from);
            library_sift_down(from, 0, middle - from, std::move(value), less);
        }
    sort_heap(from, middle, less);
}
template <typename It> void partial_sort(It from, It middle, It to) { partial_sort(from, middle, to, library_less()); }
template <typename It, typename F> It library_partition_around_median(It from, It to, F less)
{
    It left = from + 1, right = to;
    library_median_first(from, from + 1, from + (to - from) / 2, to - 1, less);
    for (;; ++left) {
        while (less(*left, *from)) ++left;
        --right;
        while (less(*from, *right)) --right;
        if (!(left < right)) return left;
        swap(*left, *right);
    }
}
template <typename It, typename F> void sort(It from, It to, F less)
{
    // Ranges still to be divided, the next one last; each with how often it may still be divided.
    ptrdiff_t firsts[128], lasts[128];
    int depths[128], waiting = 0, depth = 0;
    for (ptrdiff_t n = to - from; n > 1; n /= 2) depth += 2;
    firsts[0] = 0, lasts[0] = to - from, depths[0] = depth, waiting = 1;
    while (waiting > 0) {
        --waiting;
        ptrdiff_t first = firsts[waiting], last = lasts[waiting];
        int left = depths[waiting];
        if (last - first <= 16) continue;
        if (left == 0) {
            partial_sort(from + first, from + last, from + last, less);
            continue;
        }
        ptrdiff_t cut = library_partition_around_median(from + first, from + last, less) - from;
        firsts[waiting] = first, lasts[waiting] = cut, depths[waiting++] = left - 1;
        firsts[waiting] = cut, lasts[waiting] = last, depths[waiting++] = left - 1;
    }
    for (It i = from; i != to; ++i) library_insert_sorted(from, i, less);
}
template <typename It> void sort(It from, It to) { sort(from, to, library_less()); }
template <typename It, typename F> void nth_element(It from, It nth, It to, F less) { if (nth != to) sort(from, to, less); }
template <typename It> void nth_element(It from, It nth, It to) { if (nth != to) sort(from, to, library_less()); }
template <typename It, typename F> void stable_sort(It from, It to, F less)
{
    using T = typename iterator_traits<It>::value_type;
    ptrdiff_t n = to - from;
    for (ptrdiff_t first = 0; first < n; first += 8)
        for (ptrdiff_t i = first; i < first + 8 && i < n; ++i) library_insert_sorted(from + first, from + i, less);
    vector<T> kept;
    for (ptrdiff_t width = 8; width < n; width *= 2)
        for (ptrdiff_t first = 0; first + width < n; first += 2 * width) {
            ptrdiff_t middle = first + width, last = first + 2 * width < n ? first + 2 * width : n;
            kept.assign(from + first, from + middle);
            size_t left = 0;
            ptrdiff_t right = middle;
            for (ptrdiff_t i = first; left < kept.size(); ++i) {
                if (right < last && less(*(from + right), kept[left])) *(from + i) = std::move(*(from + right++));
                else *(from + i) = std::move(kept[left++]);
            }
        }
}
template <typename It> void stable_sort(It from, It to) { stable_sort(from, to, library_less()); }
template <typename It> bool next_permutation(It from, It to)
{
    if (from == to || next(from) == to) return false;
    for (It i = prev(to);;) {
        It behind = i;
        if (*--i < *behind) {
            It j = to;
            while (!(*i < *--j)) {}
            swap(*i, *j);
            reverse(behind, to);
            return true;
        }
        if (i == from) {
            reverse(from, to);
            return false;
        }
    }
}
}  // namespace std
