// <functional>
namespace std {
template <typename T = void> struct plus { __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; } };
template <typename T = void> struct minus { __host__ __device__ T operator()(const T& a, const T& b) const { return a - b; } };
template <typename T = void> struct multiplies { __host__ __device__ T operator()(const T& a, const T& b) const { return a * b; } };
template <typename T = void> struct divides { __host__ __device__ T operator()(const T& a, const T& b) const { return a / b; } };
template <typename T = void> struct modulus { __host__ __device__ T operator()(const T& a, const T& b) const { return a % b; } };
template <typename T = void> struct negate { __host__ __device__ T operator()(const T& a) const { return -a; } };
template <typename T = void> struct less { __host__ __device__ bool operator()(const T& a, const T& b) const { return a < b; } };
template <typename T = void> struct greater { __host__ __device__ bool operator()(const T& a, const T& b) const { return a > b; } };
template <typename T = void> struct less_equal { __host__ __device__ bool operator()(const T& a, const T& b) const { return a <= b; } };
template <typename T = void> struct greater_equal { __host__ __device__ bool operator()(const T& a, const T& b) const { return a >= b; } };
template <typename T = void> struct equal_to { __host__ __device__ bool operator()(const T& a, const T& b) const { return a == b; } };
template <typename T = void> struct not_equal_to { __host__ __device__ bool operator()(const T& a, const T& b) const { return a != b; } };
template <typename T = void> struct logical_and { __host__ __device__ bool operator()(const T& a, const T& b) const { return a && b; } };
template <typename T = void> struct logical_or { __host__ __device__ bool operator()(const T& a, const T& b) const { return a || b; } };
template <typename T = void> struct logical_not { __host__ __device__ bool operator()(const T& a) const { return !a; } };
template <typename T = void> struct bit_and { __host__ __device__ T operator()(const T& a, const T& b) const { return a & b; } };
template <typename T = void> struct bit_or { __host__ __device__ T operator()(const T& a, const T& b) const { return a | b; } };
template <typename T = void> struct bit_xor { __host__ __device__ T operator()(const T& a, const T& b) const { return a ^ b; } };
template <> struct plus<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a + b; } };
template <> struct minus<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a - b; } };
template <> struct multiplies<void> { template <typename A, typename B> __host__ __device__ auto operator()(const A& a, const B& b) const { return a * b; } };
template <> struct less<void> { template <typename A, typename B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a < b; } };
template <> struct greater<void> { template <typename A, typename B> __host__ __device__ bool operator()(const A& a, const B& b) const { return a > b; } };

// Anything that can be called so; what it holds lies in memory of its own.
template <typename R, typename... Ts> struct library_callable {
    virtual ~library_callable() {}
    virtual R call(Ts... values) = 0;
    virtual library_callable* copy() const = 0;
};
template <typename F, typename R, typename... Ts> struct library_called : public library_callable<R, Ts...> {
    F f;
    library_called(const F& f) : f(f) {}
    R call(Ts... values) override { return f(values...); }
    library_callable<R, Ts...>* copy() const override { return new library_called(f); }
};
template <typename F> class function;
template <typename R, typename... Ts> class function<R(Ts...)> {
    library_callable<R, Ts...>* held = nullptr;

public:
    function() {}
    function(nullptr_t) {}
    function(const function& other) : held(other.held == nullptr ? nullptr : other.held->copy()) {}
    template <typename F> function(F f) : held(new library_called<F, R, Ts...>(f)) {}
    ~function() { delete held; }
    function& operator=(const function& other)
    {
        if (this != &other) {
            delete held;
            held = other.held == nullptr ? nullptr : other.held->copy();
        }
        return *this;
    }
    explicit operator bool() const { return held != nullptr; }
    R operator()(Ts... values) const { return held->call(values...); }
};

template <typename T> struct reference_wrapper {
    T* place;
    operator T&() const { return *place; }
    T& get() const { return *place; }
};
template <typename T> reference_wrapper<T> ref(T& value) { return {&value}; }
template <typename T> reference_wrapper<const T> cref(const T& value) { return {&value}; }

// Hashes as GCC's library computes them: numbers are their own.
inline size_t library_hash_bytes(const char* bytes, size_t count)
{
    const size_t mul = 0xc6a4a7935bd1e995ul;
    size_t hash = 0xc70f6907ul ^ (count * mul), i = 0;
    for (; i + 8 <= count; i += 8) {
        size_t part = 0;
        for (int k = 0; k < 8; ++k) part |= (size_t)(unsigned char)bytes[i + k] << (8 * k);
        part *= mul;
        part = (part ^ (part >> 47)) * mul;
        hash = (hash ^ part) * mul;
    }
    if (i < count) {
        size_t part = 0;
        for (size_t k = 0; i + k < count; ++k) part |= (size_t)(unsigned char)bytes[i + k] << (8 * k);
        hash = (hash ^ part) * mul;
    }
    hash = (hash ^ (hash >> 47)) * mul;
    return hash ^ (hash >> 47);
}
template <typename T> struct hash { size_t operator()(const T& value) const { return (size_t)value; } };
template <> struct hash<string> { size_t operator()(const string& text) const { return library_hash_bytes(text.c_str(), text.size()); } };
template <> struct hash<double> { size_t operator()(double value) const { return value == 0 ? 0 : library_hash_bytes((const char*)&value, 8); } };
template <> struct hash<float> { size_t operator()(float value) const { return value == 0 ? 0 : library_hash_bytes((const char*)&value, 4); } };
}  // namespace std
