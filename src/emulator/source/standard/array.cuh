// <array>
namespace std {
template <typename T, size_t N> struct array {
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;
    T values[N == 0 ? 1 : N];

    T* begin() { return values; }
    T* end() { return values + N; }
    const T* begin() const { return values; }
    const T* end() const { return values + N; }
    const T* cbegin() const { return values; }
    const T* cend() const { return values + N; }
    __host__ __device__ constexpr size_t size() const { return N; }
    constexpr bool empty() const { return N == 0; }
    __host__ __device__ T& operator[](size_t i) { return values[i]; }
    __host__ __device__ const T& operator[](size_t i) const { return values[i]; }
    T& at(size_t i)
    {
        if (i >= N) library_out_of_range("array::at: __n (which is %zu) >= _Nm (which is %zu)", i, N);
        return values[i];
    }
    T& front() { return values[0]; }
    const T& front() const { return values[0]; }
    T& back() { return values[N - 1]; }
    const T& back() const { return values[N - 1]; }
    T* data() { return values; }
    const T* data() const { return values; }
    void fill(const T& value) { for (size_t i = 0; i < N; ++i) values[i] = value; }
};
template <typename T, size_t N> bool operator==(const array<T, N>& a, const array<T, N>& b)
{
    for (size_t i = 0; i < N; ++i)
        if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T, size_t N> bool operator!=(const array<T, N>& a, const array<T, N>& b) { return !(a == b); }
}  // namespace std
