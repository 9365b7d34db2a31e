// <iterator>
namespace std {
// Values in braces; the front end makes one of {1, 2}.
template <typename T> struct initializer_list {
    const T* first;
    size_t count;
    const T* begin() const { return first; }
    const T* end() const { return first + count; }
    size_t size() const { return count; }
};

struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag {};
struct bidirectional_iterator_tag {};
struct random_access_iterator_tag {};

// A number has none of these, so two numbers are never taken for two iterators.
template <typename T, bool IsNumber> struct library_iterator_traits {};
template <typename T> struct library_iterator_traits<T, false> {
    using value_type = typename T::value_type;
    using reference = value_type&;
    using difference_type = ptrdiff_t;
};
template <typename T> struct iterator_traits : library_iterator_traits<T, is_arithmetic<T>::value> {};
template <typename T> struct iterator_traits<T*> {
    using value_type = T;
    using reference = T&;
    using pointer = T*;
    using difference_type = ptrdiff_t;
    using iterator_category = random_access_iterator_tag;
};
template <typename T> struct iterator_traits<const T*> {
    using value_type = T;
    using reference = const T&;
    using pointer = const T*;
    using difference_type = ptrdiff_t;
    using iterator_category = random_access_iterator_tag;
};

template <typename It> class reverse_iterator {
    It behind;

public:
    using value_type = typename iterator_traits<It>::value_type;
    reverse_iterator() {}
    explicit reverse_iterator(It it) : behind(it) {}
    It base() const { return behind; }
    typename iterator_traits<It>::reference operator*() const
    {
        It it = behind;
        return *--it;
    }
    auto operator->() const
    {
        It it = behind;
        --it;
        return &*it;
    }
    typename iterator_traits<It>::reference operator[](ptrdiff_t i) const { return *(behind - i - 1); }
    reverse_iterator& operator++()
    {
        --behind;
        return *this;
    }
    reverse_iterator operator++(int)
    {
        reverse_iterator old = *this;
        --behind;
        return old;
    }
    reverse_iterator& operator--()
    {
        ++behind;
        return *this;
    }
    reverse_iterator& operator+=(ptrdiff_t n)
    {
        behind = behind - n;
        return *this;
    }
    reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(behind - n); }
    reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(behind + n); }
    ptrdiff_t operator-(const reverse_iterator& other) const { return other.behind - behind; }
    bool operator==(const reverse_iterator& other) const { return behind == other.behind; }
    bool operator!=(const reverse_iterator& other) const { return behind != other.behind; }
    bool operator<(const reverse_iterator& other) const { return other.behind < behind; }
};

template <typename C> class back_insert_iterator {
    C* into;

public:
    using value_type = void;
    explicit back_insert_iterator(C& c) : into(&c) {}
    back_insert_iterator& operator*() { return *this; }
    back_insert_iterator& operator++() { return *this; }
    back_insert_iterator& operator++(int) { return *this; }
    template <typename V> back_insert_iterator& operator=(const V& value)
    {
        into->push_back(value);
        return *this;
    }
};
template <typename C> back_insert_iterator<C> back_inserter(C& into) { return back_insert_iterator<C>(into); }

template <typename C> auto begin(C& c) -> decltype(c.begin()) { return c.begin(); }
template <typename C> auto end(C& c) -> decltype(c.end()) { return c.end(); }
template <typename T, size_t N> T* begin(T (&array)[N]) { return array; }
template <typename T, size_t N> T* end(T (&array)[N]) { return array + N; }
template <typename C> auto size(const C& c) -> decltype(c.size()) { return c.size(); }
template <typename T, size_t N> size_t size(const T (&array)[N]) { return N; }

template <typename It> ptrdiff_t distance(It from, It to)
{
    ptrdiff_t n = 0;
    for (; from != to; ++from) ++n;
    return n;
}
template <typename It, typename N> void advance(It& it, N n)
{
    for (; n > 0; --n) ++it;
    for (; n < 0; ++n) --it;
}
template <typename It> It next(It it, ptrdiff_t n = 1)
{
    advance(it, n);
    return it;
}
template <typename It> It prev(It it, ptrdiff_t n = 1)
{
    advance(it, -n);
    return it;
}
}  // namespace std
