// Thrust: vectors of the device, and algorithms on them. The host does what the device would: an algorithm opens the device's
// memory to itself and runs as the standard's does.
struct library_device {
    library_device() { library_open_device(1); }
    ~library_device() { library_open_device(-1); }
};
namespace thrust {
struct library_policy {
    template <typename T> library_policy on(T) const { return *this; }
    template <typename T> library_policy operator()(T) const { return *this; }
};
const library_policy host, device, seq, par;
namespace cuda {
const thrust::library_policy par, par_nosync;
}
namespace system { namespace cuda { const thrust::library_policy par; } }

// ---- Memory of the device
template <typename T> class device_reference {
    T* place_;

public:
    explicit device_reference(T* place) : place_(place) {}
    device_reference(const device_reference& other) : place_(other.place_) {}
    operator T() const
    {
        T value;
        cudaMemcpy(&value, place_, sizeof(T), cudaMemcpyDeviceToHost);
        return value;
    }
    device_reference& operator=(const T& value)
    {
        cudaMemcpy(place_, &value, sizeof(T), cudaMemcpyHostToDevice);
        return *this;
    }
    device_reference& operator=(const device_reference& other) { return *this = (T)other; }
    device_reference& operator+=(const T& value) { return *this = (T)*this + value; }
    device_reference& operator-=(const T& value) { return *this = (T)*this - value; }
    device_reference& operator*=(const T& value) { return *this = (T)*this * value; }
    device_reference& operator++() { return *this = (T)*this + 1; }
};
template <typename S, typename T> S& operator<<(S& out, const device_reference<T>& value)
{
    out << (T)value;
    return out;
}
template <typename T> class device_ptr {
    T* place_;

public:
    using value_type = T;
    using reference = device_reference<T>;
    using difference_type = ptrdiff_t;
    __host__ __device__ device_ptr() : place_(nullptr) {}
    __host__ __device__ explicit device_ptr(T* place) : place_(place) {}
    __host__ __device__ T* get() const { return place_; }
    device_reference<T> operator*() const { return device_reference<T>(place_); }
    device_reference<T> operator[](ptrdiff_t i) const { return device_reference<T>(place_ + i); }
    device_ptr operator+(ptrdiff_t n) const { return device_ptr(place_ + n); }
    device_ptr operator-(ptrdiff_t n) const { return device_ptr(place_ - n); }
    ptrdiff_t operator-(const device_ptr& other) const { return place_ - other.place_; }
    device_ptr& operator+=(ptrdiff_t n)
    {
        place_ += n;
        return *this;
    }
    device_ptr& operator++()
    {
        ++place_;
        return *this;
    }
    device_ptr operator++(int) { return device_ptr(place_++); }
    device_ptr& operator--()
    {
        --place_;
        return *this;
    }
    bool operator==(const device_ptr& other) const { return place_ == other.place_; }
    bool operator!=(const device_ptr& other) const { return place_ != other.place_; }
    bool operator<(const device_ptr& other) const { return place_ < other.place_; }
};
template <typename T> device_ptr<T> device_pointer_cast(T* place) { return device_ptr<T>(place); }
template <typename T> T* raw_pointer_cast(const device_ptr<T>& pointer) { return pointer.get(); }
template <typename T> T* raw_pointer_cast(T* pointer) { return pointer; }
template <typename T> device_ptr<T> device_malloc(size_t count)
{
    T* place = nullptr;
    cudaMalloc(&place, count * sizeof(T));
    return device_ptr<T>(place);
}
template <typename T> void device_free(device_ptr<T> pointer) { cudaFree(pointer.get()); }

// ---- Iterators
template <typename T> class counting_iterator {
    T value_;

public:
    using value_type = T;
    using difference_type = ptrdiff_t;
    explicit counting_iterator(T value) : value_(value) {}
    T operator*() const { return value_; }
    T operator[](ptrdiff_t i) const { return value_ + (T)i; }
    counting_iterator operator+(ptrdiff_t n) const { return counting_iterator(value_ + (T)n); }
    ptrdiff_t operator-(const counting_iterator& other) const { return (ptrdiff_t)value_ - (ptrdiff_t)other.value_; }
    counting_iterator& operator++()
    {
        ++value_;
        return *this;
    }
    bool operator==(const counting_iterator& other) const { return value_ == other.value_; }
    bool operator!=(const counting_iterator& other) const { return value_ != other.value_; }
};
template <typename T> counting_iterator<T> make_counting_iterator(T value) { return counting_iterator<T>(value); }
template <typename T> class constant_iterator {
    T value_;
    ptrdiff_t at_;

public:
    using value_type = T;
    using difference_type = ptrdiff_t;
    explicit constant_iterator(T value, ptrdiff_t at = 0) : value_(value), at_(at) {}
    T operator*() const { return value_; }
    T operator[](ptrdiff_t) const { return value_; }
    constant_iterator operator+(ptrdiff_t n) const { return constant_iterator(value_, at_ + n); }
    ptrdiff_t operator-(const constant_iterator& other) const { return at_ - other.at_; }
    constant_iterator& operator++()
    {
        ++at_;
        return *this;
    }
    bool operator==(const constant_iterator& other) const { return at_ == other.at_; }
    bool operator!=(const constant_iterator& other) const { return at_ != other.at_; }
};
template <typename T> constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }
struct library_nowhere {
    template <typename T> void operator=(const T&) const {}
};
struct discard_iterator {
    using value_type = int;
    library_nowhere operator*() const { return library_nowhere(); }
    discard_iterator operator+(ptrdiff_t) const { return *this; }
    discard_iterator& operator++() { return *this; }
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }

// What an algorithm walks over: the device's elements themselves.
template <typename It> struct library_raw {
    using type = It;
    static It of(It it) { return it; }
};
template <typename T> struct library_raw<device_ptr<T>> {
    using type = T*;
    static T* of(device_ptr<T> it) { return it.get(); }
};
template <typename F, typename It> class transform_iterator {
public:
    It it;
    F f;
    using value_type = decltype(f(*it));
    using difference_type = ptrdiff_t;
    transform_iterator(It at, F with) : it(at), f(with) {}
    value_type operator*() const { return f(*it); }
    value_type operator[](ptrdiff_t i) const { return f(it[i]); }
    transform_iterator operator+(ptrdiff_t n) const { return transform_iterator(it + n, f); }
    ptrdiff_t operator-(const transform_iterator& other) const { return it - other.it; }
    transform_iterator& operator++()
    {
        ++it;
        return *this;
    }
    bool operator==(const transform_iterator& other) const { return it == other.it; }
    bool operator!=(const transform_iterator& other) const { return it != other.it; }
};
template <typename It, typename F> auto make_transform_iterator(It it, F f) { return transform_iterator<F, typename library_raw<It>::type>(library_raw<It>::of(it), f); }
template <typename A, typename B, typename C = std::library_none> class zip_iterator;
template <typename A, typename B> class zip_iterator<A, B, std::library_none> {
public:
    A a;
    B b;
    using value_type = std::tuple<typename std::iterator_traits<A>::value_type, typename std::iterator_traits<B>::value_type>;
    using difference_type = ptrdiff_t;
    zip_iterator(A first, B second) : a(first), b(second) {}
    value_type operator*() const { return value_type(*a, *b); }
    value_type operator[](ptrdiff_t i) const { return value_type(a[i], b[i]); }
    zip_iterator operator+(ptrdiff_t n) const { return zip_iterator(a + n, b + n); }
    ptrdiff_t operator-(const zip_iterator& other) const { return a - other.a; }
    zip_iterator& operator++()
    {
        ++a;
        ++b;
        return *this;
    }
    bool operator==(const zip_iterator& other) const { return a == other.a; }
    bool operator!=(const zip_iterator& other) const { return a != other.a; }
};
template <typename A, typename B, typename C> class zip_iterator {
public:
    A a;
    B b;
    C c;
    using value_type = std::tuple<typename std::iterator_traits<A>::value_type, typename std::iterator_traits<B>::value_type, typename std::iterator_traits<C>::value_type>;
    using difference_type = ptrdiff_t;
    zip_iterator(A first, B second, C third) : a(first), b(second), c(third) {}
    value_type operator*() const { return value_type(*a, *b, *c); }
    value_type operator[](ptrdiff_t i) const { return value_type(a[i], b[i], c[i]); }
    zip_iterator operator+(ptrdiff_t n) const { return zip_iterator(a + n, b + n, c + n); }
    ptrdiff_t operator-(const zip_iterator& other) const { return a - other.a; }
    zip_iterator& operator++()
    {
        ++a;
        ++b;
        ++c;
        return *this;
    }
    bool operator==(const zip_iterator& other) const { return a == other.a; }
    bool operator!=(const zip_iterator& other) const { return a != other.a; }
};
template <typename A, typename B> auto make_zip_iterator(const std::tuple<A, B>& its)
{
    return zip_iterator<typename library_raw<A>::type, typename library_raw<B>::type>(library_raw<A>::of(its.ma), library_raw<B>::of(its.mb));
}
template <typename A, typename B, typename C> auto make_zip_iterator(const std::tuple<A, B, C>& its)
{
    return zip_iterator<typename library_raw<A>::type, typename library_raw<B>::type, typename library_raw<C>::type>(library_raw<A>::of(its.ma), library_raw<B>::of(its.mb), library_raw<C>::of(its.mc));
}
template <typename... T> using tuple = std::tuple<T...>;
template <typename A, typename B> using pair = std::pair<A, B>;
template <typename... T> auto make_tuple(T... values) { return std::make_tuple(values...); }
template <typename A, typename B> std::pair<A, B> make_pair(A a, B b) { return std::pair<A, B>(a, b); }
template <size_t I, typename T> __host__ __device__ auto& get(T& t) { return std::get<I>(t); }
template <size_t I, typename T> __host__ __device__ const auto& get(const T& t) { return std::get<I>(t); }

// ---- Vectors
template <typename T> class device_vector;
template <typename T> class host_vector : public std::vector<T> {
public:
    host_vector() {}
    explicit host_vector(size_t count) : std::vector<T>(count) {}
    host_vector(size_t count, const T& value) : std::vector<T>(count, value) {}
    host_vector(const host_vector& other) : std::vector<T>((const std::vector<T>&)other) {}
    host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
    host_vector(std::initializer_list<T> values) : std::vector<T>(values.begin(), values.end()) {}
    host_vector(const device_vector<T>& other) : std::vector<T>(other.size()) { other.copy_to(this->data()); }
    template <typename It, typename = typename std::iterator_traits<It>::value_type> host_vector(It from, It to)
    {
        library_device open;
        this->assign(library_raw<It>::of(from), library_raw<It>::of(to));
    }
    host_vector& operator=(const host_vector& other)
    {
        this->assign(other.begin(), other.end());
        return *this;
    }
    host_vector& operator=(const device_vector<T>& other)
    {
        this->resize(other.size());
        other.copy_to(this->data());
        return *this;
    }
};
template <typename T> class device_vector {
    T* data_ = nullptr;
    size_t size_ = 0, room_ = 0;

    void make_room(size_t count)
    {
        if (count <= room_) return;
        T* place = nullptr;
        cudaMalloc(&place, count * sizeof(T));
        if (size_ > 0) cudaMemcpy(place, data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice);
        if (data_ != nullptr) cudaFree(data_);
        data_ = place;
        room_ = count;
    }
    void take(const T* values, size_t count, cudaMemcpyKind kind)
    {
        make_room(count);
        size_ = count;
        if (count > 0) cudaMemcpy(data_, values, count * sizeof(T), kind);
    }

public:
    using value_type = T;
    using reference = device_reference<T>;
    using iterator = device_ptr<T>;
    using const_iterator = device_ptr<T>;
    using pointer = device_ptr<T>;
    device_vector() {}
    explicit device_vector(size_t count) { resize(count); }
    device_vector(size_t count, const T& value) { resize(count, value); }
    device_vector(const device_vector& other) { take(other.data_, other.size_, cudaMemcpyDeviceToDevice); }
    device_vector(const std::vector<T>& other) { take(other.data(), other.size(), cudaMemcpyHostToDevice); }
    device_vector(const host_vector<T>& other) { take(other.data(), other.size(), cudaMemcpyHostToDevice); }
    device_vector(std::initializer_list<T> values) { take(values.begin(), values.size(), cudaMemcpyHostToDevice); }
    template <typename It, typename = typename std::iterator_traits<It>::value_type> device_vector(It from, It to) { assign(from, to); }
    ~device_vector() { if (data_ != nullptr) cudaFree(data_); }
    device_vector& operator=(const device_vector& other)
    {
        if (this != &other) take(other.data_, other.size_, cudaMemcpyDeviceToDevice);
        return *this;
    }
    device_vector& operator=(const host_vector<T>& other)
    {
        take(other.data(), other.size(), cudaMemcpyHostToDevice);
        return *this;
    }
    device_vector& operator=(const std::vector<T>& other)
    {
        take(other.data(), other.size(), cudaMemcpyHostToDevice);
        return *this;
    }
    template <typename It, typename = typename std::iterator_traits<It>::value_type> void assign(It from, It to)
    {
        std::vector<T> values;
        library_device open;
        values.assign(library_raw<It>::of(from), library_raw<It>::of(to));
        take(values.data(), values.size(), cudaMemcpyHostToDevice);
    }
    void assign(size_t count, const T& value)
    {
        clear();
        resize(count, value);
    }
    void copy_to(T* place) const { if (size_ > 0) cudaMemcpy(place, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost); }
    device_ptr<T> begin() const { return device_ptr<T>(data_); }
    device_ptr<T> end() const { return device_ptr<T>(data_ + size_); }
    device_ptr<T> cbegin() const { return begin(); }
    device_ptr<T> cend() const { return end(); }
    device_ptr<T> data() const { return device_ptr<T>(data_); }
    device_reference<T> operator[](size_t i) const { return device_reference<T>(data_ + i); }
    device_reference<T> front() const { return device_reference<T>(data_); }
    device_reference<T> back() const { return device_reference<T>(data_ + size_ - 1); }
    size_t size() const { return size_; }
    size_t capacity() const { return room_; }
    bool empty() const { return size_ == 0; }
    void reserve(size_t count) { make_room(count); }
    void shrink_to_fit() {}
    void clear() { size_ = 0; }
    void resize(size_t count) { resize(count, T()); }
    void resize(size_t count, const T& value)
    {
        make_room(count);
        library_device open;
        for (; size_ < count; ++size_) data_[size_] = value;
        size_ = count;
    }
    void push_back(const T& value)
    {
        if (size_ == room_) make_room(size_ == 0 ? 1 : 2 * size_);
        cudaMemcpy(data_ + size_++, &value, sizeof(T), cudaMemcpyHostToDevice);
    }
    void pop_back() { --size_; }
    void swap(device_vector& other)
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }
};

// ---- Operators
template <typename T = void> using plus = std::plus<T>;
template <typename T = void> using minus = std::minus<T>;
template <typename T = void> using multiplies = std::multiplies<T>;
template <typename T = void> using divides = std::divides<T>;
template <typename T = void> using modulus = std::modulus<T>;
template <typename T = void> using negate = std::negate<T>;
template <typename T = void> using less = std::less<T>;
template <typename T = void> using greater = std::greater<T>;
template <typename T = void> using less_equal = std::less_equal<T>;
template <typename T = void> using greater_equal = std::greater_equal<T>;
template <typename T = void> using equal_to = std::equal_to<T>;
template <typename T = void> using not_equal_to = std::not_equal_to<T>;
template <typename T = void> using logical_and = std::logical_and<T>;
template <typename T = void> using logical_or = std::logical_or<T>;
template <typename T = void> using logical_not = std::logical_not<T>;
template <typename T = void> using bit_and = std::bit_and<T>;
template <typename T = void> using bit_or = std::bit_or<T>;
template <typename T = void> using bit_xor = std::bit_xor<T>;
template <typename T> struct maximum { __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; } };
template <typename T> struct minimum { __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; } };
template <typename T> struct identity { __host__ __device__ T operator()(const T& a) const { return a; } };
template <typename T> struct square { __host__ __device__ T operator()(const T& a) const { return a * a; } };

// ---- Algorithms
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
