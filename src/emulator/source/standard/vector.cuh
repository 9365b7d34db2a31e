// <vector>
namespace std {
template <typename T> class vector {
public:
    using value_type = T;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using pointer = T*;
    using iterator = T*;
    using const_iterator = const T*;
    using reverse_iterator = std::reverse_iterator<T*>;
    using const_reverse_iterator = std::reverse_iterator<const T*>;

    vector() {}
    explicit vector(size_t count)
    {
        make_room(count);
        for (; size_ < count; ++size_) new (data_ + size_) T();
    }
    vector(size_t count, const T& value)
    {
        make_room(count);
        for (; size_ < count; ++size_) new (data_ + size_) T(value);
    }
    template <typename It, typename = typename iterator_traits<It>::value_type> vector(It from, It to)
    {
        for (; from != to; ++from) push_back(*from);
    }
    vector(initializer_list<T> values)
    {
        make_room(values.size());
        for (const T& value : values) new (data_ + size_++) T(value);
    }
    vector(const vector& other)
    {
        make_room(other.size_);
        for (; size_ < other.size_; ++size_) new (data_ + size_) T(other.data_[size_]);
    }
    vector(vector&& other) : data_(other.data_), size_(other.size_), room_(other.room_)
    {
        other.data_ = nullptr;
        other.size_ = other.room_ = 0;
    }
    ~vector()
    {
        library_end(data_, data_ + size_);
        free(data_);
    }
    vector& operator=(const vector& other)
    {
        if (this != &other) assign(other.begin(), other.end());
        return *this;
    }
    vector& operator=(vector&& other)
    {
        if (this != &other) {
            clear();
            swap(other);
        }
        return *this;
    }
    vector& operator=(initializer_list<T> values)
    {
        assign(values.begin(), values.end());
        return *this;
    }
    void assign(size_t count, const T& value)
    {
        T kept = value;
        clear();
        resize(count, kept);
    }
    template <typename It, typename = typename iterator_traits<It>::value_type> void assign(It from, It to)
    {
        clear();
        for (; from != to; ++from) push_back(*from);
    }
    void assign(initializer_list<T> values) { assign(values.begin(), values.end()); }

    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    const T* cbegin() const { return data_; }
    const T* cend() const { return data_ + size_; }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }

    size_t size() const { return size_; }
    size_t max_size() const { return 9223372036854775807ul / sizeof(T); }
    size_t capacity() const { return room_; }
    bool empty() const { return size_ == 0; }
    T& operator[](size_t i) { return data_[i]; }
    const T& operator[](size_t i) const { return data_[i]; }
    T& at(size_t i)
    {
        check(i);
        return data_[i];
    }
    const T& at(size_t i) const
    {
        check(i);
        return data_[i];
    }
    T& front() { return data_[0]; }
    const T& front() const { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }
    T* data() { return data_; }
    const T* data() const { return data_; }

    void reserve(size_t count) { if (count > room_) make_room(count); }
    void shrink_to_fit() { if (room_ > size_) make_room(size_); }
    void resize(size_t count)
    {
        shorten(count);
        if (count > room_) make_room(count > 2 * size_ ? count : 2 * size_);
        for (; size_ < count; ++size_) new (data_ + size_) T();
    }
    void resize(size_t count, const T& value)
    {
        shorten(count);
        if (count > room_) make_room(count > 2 * size_ ? count : 2 * size_);
        for (; size_ < count; ++size_) new (data_ + size_) T(value);
    }
    void clear() { shorten(0); }
    void push_back(const T& value)
    {
        if (size_ == room_) {
            T kept = value;
            grow();
            new (data_ + size_++) T(std::move(kept));
        } else
            new (data_ + size_++) T(value);
    }
    void push_back(T&& value)
    {
        if (size_ == room_) {
            T kept = std::move(value);
            grow();
            new (data_ + size_++) T(std::move(kept));
        } else
            new (data_ + size_++) T(std::move(value));
    }
    template <typename... Parts> T& emplace_back(Parts&&... parts)
    {
        if (size_ == room_) grow();
        new (data_ + size_) T(std::forward<Parts>(parts)...);
        return data_[size_++];
    }
    void pop_back() { data_[--size_].~T(); }
    T* insert(const T* where, const T& value)
    {
        T kept = value;
        T* place = open(where, 1);
        new (place) T(std::move(kept));
        return place;
    }
    T* insert(const T* where, size_t count, const T& value)
    {
        T kept = value;
        T* place = open(where, count);
        for (size_t i = 0; i < count; ++i) new (place + i) T(kept);
        return place;
    }
    template <typename It, typename = typename iterator_traits<It>::value_type> T* insert(const T* where, It from, It to)
    {
        size_t count = 0;
        for (It i = from; i != to; ++i) ++count;
        T* place = open(where, count);
        for (T* next = place; from != to; ++from, ++next) new (next) T(*from);
        return place;
    }
    T* insert(const T* where, initializer_list<T> values) { return insert(where, values.begin(), values.end()); }
    template <typename... Parts> T* emplace(const T* where, Parts&&... parts)
    {
        T made(std::forward<Parts>(parts)...);
        return insert(where, made);
    }
    T* erase(const T* where) { return erase(where, where + 1); }
    T* erase(const T* from, const T* to)
    {
        T* place = data_ + (from - data_);
        if (from == to) return place;
        T* next = data_ + (to - data_);
        T* last = data_ + size_;
        T* kept = place;
        for (; next != last; ++next, ++kept) *kept = std::move(*next);
        shorten(kept - data_);
        return place;
    }
    void swap(vector& other)
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }

private:
    T* data_ = nullptr;
    size_t size_ = 0, room_ = 0;

    void check(size_t i) const
    {
        if (i >= size_) library_out_of_range("vector::_M_range_check: __n (which is %zu) >= this->size() (which is %zu)", i, size_);
    }
    void make_room(size_t count)
    {
        T* place = library_room<T>(count);
        library_take_over(data_, data_ + size_, place);
        free(data_);
        data_ = place;
        room_ = count;
    }
    void grow() { make_room(size_ == 0 ? 1 : 2 * size_); }
    void shorten(size_t count)
    {
        if (count >= size_) return;
        library_end(data_ + count, data_ + size_);
        size_ = count;
    }
    // Makes room for some elements before `where`.
    T* open(const T* where, size_t count)
    {
        size_t at = where - data_;
        if (size_ + count > room_) make_room(size_ + count > 2 * size_ ? size_ + count : 2 * size_);
        for (size_t i = size_; i > at; --i) {
            new (data_ + i - 1 + count) T(std::move(data_[i - 1]));
            data_[i - 1].~T();
        }
        size_ += count;
        return data_ + at;
    }
};
template <typename T> bool operator==(const vector<T>& a, const vector<T>& b)
{
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); ++i)
        if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T> bool operator!=(const vector<T>& a, const vector<T>& b) { return !(a == b); }
template <typename T> bool operator<(const vector<T>& a, const vector<T>& b)
{
    for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
        if (a[i] < b[i]) return true;
        if (b[i] < a[i]) return false;
    }
    return a.size() < b.size();
}
}  // namespace std
