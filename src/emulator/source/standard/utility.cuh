// <utility>, <type_traits> of values, and what the other headers share: pairs, moves, places for objects.
namespace std {
using nullptr_t = decltype(nullptr);
struct piecewise_construct_t {};

template <typename T>
struct remove_reference {
    using type = T;
};
template <typename T>
struct remove_reference<T&> {
    using type = T;
};
template <typename T>
struct remove_reference<T&&> {
    using type = T;
};

template <typename T>
struct library_decayed {
    using type = T;
};
template <typename T>
struct library_decayed<const T> {
    using type = T;
};
template <typename T, size_t N>
struct library_decayed<T[N]> {
    using type = T*;
};
template <typename T, size_t N>
struct library_decayed<const T[N]> {
    using type = const T*;
};
template <typename T>
struct decay {
    using type = typename library_decayed<typename remove_reference<T>::type>::type;
};

template <typename T>
constexpr typename remove_reference<T>::type&& move(T&& value) {
    return static_cast<typename remove_reference<T>::type&&>(value);
}
template <typename T>
constexpr T&& forward(typename remove_reference<T>::type& value) {
    return static_cast<T&&>(value);
}

template <typename T>
void swap(T& a, T& b) {
    T kept = std::move(a);
    a = std::move(b);
    b = std::move(kept);
}
template <typename T, size_t N>
void swap(T (&a)[N], T (&b)[N]) {
    for (size_t i = 0; i < N; ++i) swap(a[i], b[i]);
}
template <typename T, typename U>
T exchange(T& place, U&& value) {
    T kept = std::move(place);
    place = static_cast<T>(std::forward<U>(value));
    return kept;
}

template <typename A, typename B>
struct pair {
    using first_type = A;
    using second_type = B;
    A first;
    B second;
    pair() : first(), second() {}
    template <typename C = A, typename D = B>
    pair(C&& a, D&& b) : first(std::forward<C>(a)), second(std::forward<D>(b)) {}
    template <typename C, typename D>
    pair(const pair<C, D>& other) : first(other.first), second(other.second) {}
    void swap(pair& other) { std::swap(first, other.first), std::swap(second, other.second); }
};
template <typename A, typename B>
bool operator==(const pair<A, B>& a, const pair<A, B>& b) {
    return a.first == b.first && a.second == b.second;
}
template <typename A, typename B>
bool operator!=(const pair<A, B>& a, const pair<A, B>& b) {
    return !(a == b);
}
template <typename A, typename B>
bool operator<(const pair<A, B>& a, const pair<A, B>& b) {
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <typename A, typename B>
bool operator>(const pair<A, B>& a, const pair<A, B>& b) {
    return b < a;
}
template <typename A, typename B>
bool operator<=(const pair<A, B>& a, const pair<A, B>& b) {
    return !(b < a);
}
template <typename A, typename B>
bool operator>=(const pair<A, B>& a, const pair<A, B>& b) {
    return !(a < b);
}
template <typename A, typename B>
pair<A, B> make_pair(A a, B b) {
    return pair<A, B>(std::move(a), std::move(b));
}

// Room for objects that are made later.
template <typename T>
T* library_room(size_t count) {
    return count == 0 ? nullptr : (T*)malloc(count * sizeof(T));
}
template <typename T>
void library_end(T* from, T* to) {
    for (; from != to; ++from) from->~T();
}
template <typename T>
void library_take_over(T* from, T* to, T* into) {
    for (; from != to; ++from, ++into) {
        new (into) T(std::move(*from));
        from->~T();
    }
}
}  // namespace std
