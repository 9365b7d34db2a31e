// Thrust: vectors of the device, and algorithms on them. The host does what the device would: an algorithm
// opens the device's memory to itself and runs as the standard's does.
struct library_device {
    library_device() { library_open_device(1); }
    ~library_device() { library_open_device(-1); }
};
namespace thrust {
struct library_policy {
    template <typename T>
    library_policy on(T) const {
        return *this;
    }
    template <typename T>
    library_policy operator()(T) const {
        return *this;
    }
};
const library_policy host, device, seq, par;
namespace cuda {
const thrust::library_policy par, par_nosync;
}
namespace system {
namespace cuda {
const thrust::library_policy par;
}
}  // namespace system

// ---- Memory of the device
template <typename T>
class device_ptr;
template <typename T>
class device_reference {
    T* place_;

  public:
    explicit device_reference(T* place) : place_(place) {}
    device_reference(const device_reference& other) : place_(other.place_) {}
    operator T() const {
        T value;
        cudaMemcpy(&value, place_, sizeof(T), cudaMemcpyDeviceToHost);
        return value;
    }
    device_reference& operator=(const T& value) {
        cudaMemcpy(place_, &value, sizeof(T), cudaMemcpyHostToDevice);
        return *this;
    }
    device_reference& operator=(const device_reference& other) { return *this = (T)other; }
    device_reference& operator+=(const T& value) { return *this = (T) * this + value; }
    device_reference& operator-=(const T& value) { return *this = (T) * this - value; }
    device_reference& operator*=(const T& value) { return *this = (T) * this * value; }
    device_reference& operator++() { return *this = (T) * this + 1; }
    device_ptr<T> operator&() const { return device_ptr<T>(place_); }
};
template <typename S, typename T>
S& operator<<(S& out, const device_reference<T>& value) {
    out << (T)value;
    return out;
}
template <typename T>
class device_ptr {
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
    device_ptr& operator+=(ptrdiff_t n) {
        place_ += n;
        return *this;
    }
    device_ptr& operator++() {
        ++place_;
        return *this;
    }
    device_ptr operator++(int) { return device_ptr(place_++); }
    device_ptr& operator--() {
        --place_;
        return *this;
    }
    bool operator==(const device_ptr& other) const { return place_ == other.place_; }
    bool operator!=(const device_ptr& other) const { return place_ != other.place_; }
    bool operator<(const device_ptr& other) const { return place_ < other.place_; }
};
template <typename T>
device_ptr<T> device_pointer_cast(T* place) {
    return device_ptr<T>(place);
}
template <typename T>
T* raw_pointer_cast(const device_ptr<T>& pointer) {
    return pointer.get();
}
template <typename T>
T* raw_pointer_cast(T* pointer) {
    return pointer;
}
template <typename T>
device_ptr<T> device_malloc(size_t count) {
    T* place = nullptr;
    cudaMalloc(&place, count * sizeof(T));
    return device_ptr<T>(place);
}
template <typename T>
void device_free(device_ptr<T> pointer) {
    cudaFree(pointer.get());
}

// ---- Iterators
template <typename T>
class counting_iterator {
    T value_;

  public:
    using value_type = T;
    using difference_type = ptrdiff_t;
    explicit counting_iterator(T value) : value_(value) {}
    T operator*() const { return value_; }
    T operator[](ptrdiff_t i) const { return value_ + (T)i; }
    counting_iterator operator+(ptrdiff_t n) const { return counting_iterator(value_ + (T)n); }
    ptrdiff_t operator-(const counting_iterator& other) const {
        return (ptrdiff_t)value_ - (ptrdiff_t)other.value_;
    }
    counting_iterator& operator++() {
        ++value_;
        return *this;
    }
    bool operator==(const counting_iterator& other) const { return value_ == other.value_; }
    bool operator!=(const counting_iterator& other) const { return value_ != other.value_; }
};
template <typename T>
counting_iterator<T> make_counting_iterator(T value) {
    return counting_iterator<T>(value);
}
template <typename T>
class constant_iterator {
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
    constant_iterator& operator++() {
        ++at_;
        return *this;
    }
    bool operator==(const constant_iterator& other) const { return at_ == other.at_; }
    bool operator!=(const constant_iterator& other) const { return at_ != other.at_; }
};
template <typename T>
constant_iterator<T> make_constant_iterator(T value) {
    return constant_iterator<T>(value);
}
struct library_nowhere {
    template <typename T>
    void operator=(const T&) const {}
};
struct discard_iterator {
    using value_type = int;
    library_nowhere operator*() const { return library_nowhere(); }
    discard_iterator operator+(ptrdiff_t) const { return *this; }
    discard_iterator& operator++() { return *this; }
};
inline discard_iterator make_discard_iterator() { return discard_iterator(); }

// What an algorithm walks over: the device's elements themselves.
template <typename It>
struct library_raw {
    using type = It;
    static It of(It it) { return it; }
};
template <typename T>
struct library_raw<device_ptr<T>> {
    using type = T*;
    static T* of(device_ptr<T> it) { return it.get(); }
};
template <typename F, typename It>
class transform_iterator {
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
    transform_iterator& operator++() {
        ++it;
        return *this;
    }
    bool operator==(const transform_iterator& other) const { return it == other.it; }
    bool operator!=(const transform_iterator& other) const { return it != other.it; }
};
template <typename It, typename F>
auto make_transform_iterator(It it, F f) {
    return transform_iterator<F, typename library_raw<It>::type>(library_raw<It>::of(it), f);
}
template <typename A, typename B, typename C = std::library_none>
class zip_iterator;
template <typename A, typename B>
class zip_iterator<A, B, std::library_none> {
  public:
    A a;
    B b;
    using value_type = std::tuple<typename std::iterator_traits<A>::value_type,
                                  typename std::iterator_traits<B>::value_type>;
    using difference_type = ptrdiff_t;
    zip_iterator(A first, B second) : a(first), b(second) {}
    value_type operator*() const { return value_type(*a, *b); }
    value_type operator[](ptrdiff_t i) const { return value_type(a[i], b[i]); }
    zip_iterator operator+(ptrdiff_t n) const { return zip_iterator(a + n, b + n); }
    ptrdiff_t operator-(const zip_iterator& other) const { return a - other.a; }
    zip_iterator& operator++() {
        ++a;
        ++b;
        return *this;
    }
    bool operator==(const zip_iterator& other) const { return a == other.a; }
    bool operator!=(const zip_iterator& other) const { return a != other.a; }
};
template <typename A, typename B, typename C>
class zip_iterator {
  public:
    A a;
    B b;
    C c;
    using value_type =
        std::tuple<typename std::iterator_traits<A>::value_type, typename std::iterator_traits<B>::value_type,
                   typename std::iterator_traits<C>::value_type>;
    using difference_type = ptrdiff_t;
    zip_iterator(A first, B second, C third) : a(first), b(second), c(third) {}
    value_type operator*() const { return value_type(*a, *b, *c); }
    value_type operator[](ptrdiff_t i) const { return value_type(a[i], b[i], c[i]); }
    zip_iterator operator+(ptrdiff_t n) const { return zip_iterator(a + n, b + n, c + n); }
    ptrdiff_t operator-(const zip_iterator& other) const { return a - other.a; }
    zip_iterator& operator++() {
        ++a;
        ++b;
        ++c;
        return *this;
    }
    bool operator==(const zip_iterator& other) const { return a == other.a; }
    bool operator!=(const zip_iterator& other) const { return a != other.a; }
};
template <typename A, typename B>
auto make_zip_iterator(const std::tuple<A, B>& its) {
    return zip_iterator<typename library_raw<A>::type, typename library_raw<B>::type>(
        library_raw<A>::of(its.ma), library_raw<B>::of(its.mb));
}
template <typename A, typename B, typename C>
auto make_zip_iterator(const std::tuple<A, B, C>& its) {
    return zip_iterator<typename library_raw<A>::type, typename library_raw<B>::type,
                        typename library_raw<C>::type>(library_raw<A>::of(its.ma), library_raw<B>::of(its.mb),
                                                       library_raw<C>::of(its.mc));
}
template <typename... T>
using tuple = std::tuple<T...>;
template <typename A, typename B>
using pair = std::pair<A, B>;
template <typename... T>
auto make_tuple(T... values) {
    return std::make_tuple(values...);
}
template <typename A, typename B>
std::pair<A, B> make_pair(A a, B b) {
    return std::pair<A, B>(a, b);
}
template <size_t I, typename T>
__host__ __device__ auto& get(T& t) {
    return std::get<I>(t);
}
template <size_t I, typename T>
__host__ __device__ const auto& get(const T& t) {
    return std::get<I>(t);
}

// ---- Vectors
template <typename T>
class device_vector;
template <typename T>
class host_vector : public std::vector<T> {
  public:
    host_vector() {}
    explicit host_vector(size_t count) : std::vector<T>(count) {}
    host_vector(size_t count, const T& value) : std::vector<T>(count, value) {}
    host_vector(const host_vector& other) : std::vector<T>((const std::vector<T>&)other) {}
    host_vector(const std::vector<T>& other) : std::vector<T>(other) {}
    host_vector(std::initializer_list<T> values) : std::vector<T>(values.begin(), values.end()) {}
    host_vector(const device_vector<T>& other) : std::vector<T>(other.size()) { other.copy_to(this->data()); }
    template <typename It, typename = typename std::iterator_traits<It>::value_type>
    host_vector(It from, It to) {
        library_device open;
        this->assign(library_raw<It>::of(from), library_raw<It>::of(to));
    }
    host_vector& operator=(const host_vector& other) {
        this->assign(other.begin(), other.end());
        return *this;
    }
    host_vector& operator=(const device_vector<T>& other) {
        this->resize(other.size());
        other.copy_to(this->data());
        return *this;
    }
};
template <typename T>
class device_vector {
    T* data_ = nullptr;
    size_t size_ = 0, room_ = 0;

    void make_room(size_t count) {
        if (count <= room_) return;
        T* place = nullptr;
        cudaMalloc(&place, count * sizeof(T));
        if (size_ > 0) cudaMemcpy(place, data_, size_ * sizeof(T), cudaMemcpyDeviceToDevice);
        if (data_ != nullptr) cudaFree(data_);
        data_ = place;
        room_ = count;
    }
    void take(const T* values, size_t count, cudaMemcpyKind kind) {
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
    device_vector(std::initializer_list<T> values) {
        take(values.begin(), values.size(), cudaMemcpyHostToDevice);
    }
    template <typename It, typename = typename std::iterator_traits<It>::value_type>
    device_vector(It from, It to) {
        assign(from, to);
    }
    ~device_vector() {
        if (data_ != nullptr) cudaFree(data_);
    }
    device_vector& operator=(const device_vector& other) {
        if (this != &other) take(other.data_, other.size_, cudaMemcpyDeviceToDevice);
        return *this;
    }
    device_vector& operator=(const host_vector<T>& other) {
        take(other.data(), other.size(), cudaMemcpyHostToDevice);
        return *this;
    }
    device_vector& operator=(const std::vector<T>& other) {
        take(other.data(), other.size(), cudaMemcpyHostToDevice);
        return *this;
    }
    template <typename It, typename = typename std::iterator_traits<It>::value_type>
    void assign(It from, It to) {
        std::vector<T> values;
        library_device open;
        values.assign(library_raw<It>::of(from), library_raw<It>::of(to));
        take(values.data(), values.size(), cudaMemcpyHostToDevice);
    }
    void assign(size_t count, const T& value) {
        clear();
        resize(count, value);
    }
    void copy_to(T* place) const {
        if (size_ > 0) cudaMemcpy(place, data_, size_ * sizeof(T), cudaMemcpyDeviceToHost);
    }
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
    void resize(size_t count, const T& value) {
        make_room(count);
        library_device open;
        for (; size_ < count; ++size_) data_[size_] = value;
        size_ = count;
    }
    void push_back(const T& value) {
        if (size_ == room_) make_room(size_ == 0 ? 1 : 2 * size_);
        cudaMemcpy(data_ + size_++, &value, sizeof(T), cudaMemcpyHostToDevice);
    }
    void pop_back() { --size_; }
    void swap(device_vector& other) {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }
};

// ---- Operators
template <typename T = void>
using plus = std::plus<T>;
template <typename T = void>
using minus = std::minus<T>;
template <typename T = void>
using multiplies = std::multiplies<T>;
template <typename T = void>
using divides = std::divides<T>;
template <typename T = void>
using modulus = std::modulus<T>;
template <typename T = void>
using negate = std::negate<T>;
template <typename T = void>
using less = std::less<T>;
template <typename T = void>
using greater = std::greater<T>;
template <typename T = void>
using less_equal = std::less_equal<T>;
template <typename T = void>
using greater_equal = std::greater_equal<T>;
template <typename T = void>
using equal_to = std::equal_to<T>;
template <typename T = void>
using not_equal_to = std::not_equal_to<T>;
template <typename T = void>
using logical_and = std::logical_and<T>;
template <typename T = void>
using logical_or = std::logical_or<T>;
template <typename T = void>
using logical_not = std::logical_not<T>;
template <typename T = void>
using bit_and = std::bit_and<T>;
template <typename T = void>
using bit_or = std::bit_or<T>;
template <typename T = void>
using bit_xor = std::bit_xor<T>;
template <typename T>
struct maximum {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <typename T>
struct minimum {
    __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <typename T>
struct identity {
    __host__ __device__ T operator()(const T& a) const { return a; }
};
template <typename T>
struct square {
    __host__ __device__ T operator()(const T& a) const { return a * a; }
};
}  // namespace thrust
