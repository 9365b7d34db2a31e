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

// Anything that can be called so, with up to four values; what it holds lies in memory of its own.
template <typename F> class function;
template <typename C> class library_held {
protected:
    C* held = nullptr;

public:
    library_held() {}
    explicit library_held(C* made) : held(made) {}
    library_held(const library_held& other) : held(other.held == nullptr ? nullptr : other.held->copy()) {}
    ~library_held() { delete held; }
    library_held& operator=(const library_held& other)
    {
        if (this != &other) {
            delete held;
            held = other.held == nullptr ? nullptr : other.held->copy();
        }
        return *this;
    }
};
template <typename R> struct library_callable0 {
    virtual ~library_callable0() {}
    virtual R call() = 0;
    virtual library_callable0* copy() const = 0;
};
template <typename F, typename R> struct library_called0 : public library_callable0<R> {
    F f;
    library_called0(const F& f) : f(f) {}
    R call() override { return f(); }
    library_callable0<R>* copy() const override { return new library_called0(f); }
};
template <typename R> class function<R()> : public library_held<library_callable0<R>> {
public:
    function() {}
    function(nullptr_t) {}
    template <typename F> function(F f) : library_held<library_callable0<R>>(new library_called0<F, R>(f)) {}
    explicit operator bool() const { return this->held != nullptr; }
    R operator()() const { return this->held->call(); }
};
template <typename R, typename A> struct library_callable1 {
    virtual ~library_callable1() {}
    virtual R call(A a) = 0;
    virtual library_callable1* copy() const = 0;
};
template <typename F, typename R, typename A> struct library_called1 : public library_callable1<R, A> {
    F f;
    library_called1(const F& f) : f(f) {}
    R call(A a) override { return f(a); }
    library_callable1<R, A>* copy() const override { return new library_called1(f); }
};
template <typename R, typename A> class function<R(A)> : public library_held<library_callable1<R, A>> {
public:
    function() {}
    function(nullptr_t) {}
    template <typename F> function(F f) : library_held<library_callable1<R, A>>(new library_called1<F, R, A>(f)) {}
    explicit operator bool() const { return this->held != nullptr; }
    R operator()(A a) const { return this->held->call(a); }
};
template <typename R, typename A, typename B> struct library_callable2 {
    virtual ~library_callable2() {}
    virtual R call(A a, B b) = 0;
    virtual library_callable2* copy() const = 0;
};
template <typename F, typename R, typename A, typename B> struct library_called2 : public library_callable2<R, A, B> {
    F f;
    library_called2(const F& f) : f(f) {}
    R call(A a, B b) override { return f(a, b); }
    library_callable2<R, A, B>* copy() const override { return new library_called2(f); }
};
template <typename R, typename A, typename B> class function<R(A, B)> : public library_held<library_callable2<R, A, B>> {
public:
    function() {}
    function(nullptr_t) {}
    template <typename F> function(F f) : library_held<library_callable2<R, A, B>>(new library_called2<F, R, A, B>(f)) {}
    explicit operator bool() const { return this->held != nullptr; }
    R operator()(A a, B b) const { return this->held->call(a, b); }
};
template <typename R, typename A, typename B, typename C> struct library_callable3 {
    virtual ~library_callable3() {}
    virtual R call(A a, B b, C c) = 0;
    virtual library_callable3* copy() const = 0;
};
template <typename F, typename R, typename A, typename B, typename C> struct library_called3 : public library_callable3<R, A, B, C> {
    F f;
    library_called3(const F& f) : f(f) {}
    R call(A a, B b, C c) override { return f(a, b, c); }
    library_callable3<R, A, B, C>* copy() const override { return new library_called3(f); }
};
template <typename R, typename A, typename B, typename C> class function<R(A, B, C)> : public library_held<library_callable3<R, A, B, C>> {
public:
    function() {}
    function(nullptr_t) {}
    template <typename F> function(F f) : library_held<library_callable3<R, A, B, C>>(new library_called3<F, R, A, B, C>(f)) {}
    explicit operator bool() const { return this->held != nullptr; }
    R operator()(A a, B b, C c) const { return this->held->call(a, b, c); }
};
template <typename R, typename A, typename B, typename C, typename D> struct library_callable4 {
    virtual ~library_callable4() {}
    virtual R call(A a, B b, C c, D d) = 0;
    virtual library_callable4* copy() const = 0;
};
template <typename F, typename R, typename A, typename B, typename C, typename D> struct library_called4 : public library_callable4<R, A, B, C, D> {
    F f;
    library_called4(const F& f) : f(f) {}
    R call(A a, B b, C c, D d) override { return f(a, b, c, d); }
    library_callable4<R, A, B, C, D>* copy() const override { return new library_called4(f); }
};
template <typename R, typename A, typename B, typename C, typename D> class function<R(A, B, C, D)> : public library_held<library_callable4<R, A, B, C, D>> {
public:
    function() {}
    function(nullptr_t) {}
    template <typename F> function(F f) : library_held<library_callable4<R, A, B, C, D>>(new library_called4<F, R, A, B, C, D>(f)) {}
    explicit operator bool() const { return this->held != nullptr; }
    R operator()(A a, B b, C c, D d) const { return this->held->call(a, b, c, d); }
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
