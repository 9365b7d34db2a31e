// <deque>, <queue>, <stack> and <list>.
namespace std {
template <typename D, typename T> struct library_deque_iterator {
    using value_type = T;
    D* of = nullptr;
    ptrdiff_t at = 0;
    T& operator*() const { return (*of)[at]; }
    T* operator->() const { return &(*of)[at]; }
    T& operator[](ptrdiff_t n) const { return (*of)[at + n]; }
    library_deque_iterator& operator++()
    {
        ++at;
        return *this;
    }
    library_deque_iterator& operator--()
    {
        --at;
        return *this;
    }
    library_deque_iterator operator++(int)
    {
        ++at;
        return {of, at - 1};
    }
    library_deque_iterator operator+(ptrdiff_t n) const { return {of, at + n}; }
    library_deque_iterator operator-(ptrdiff_t n) const { return {of, at - n}; }
    ptrdiff_t operator-(const library_deque_iterator& other) const { return at - other.at; }
    bool operator==(const library_deque_iterator& other) const { return at == other.at; }
    bool operator!=(const library_deque_iterator& other) const { return at != other.at; }
    bool operator<(const library_deque_iterator& other) const { return at < other.at; }
};
// A ring whose room is a power of two.
template <typename T> class deque {
    T* room_ = nullptr;
    size_t first_ = 0, size_ = 0, count_ = 0;

    T* place(size_t i) const { return room_ + ((first_ + i) & (count_ - 1)); }
    void grow()
    {
        if (size_ < count_) return;
        size_t count = count_ == 0 ? 8 : 2 * count_;
        T* room = library_room<T>(count);
        for (size_t i = 0; i < size_; ++i) {
            new (room + i) T(std::move(*place(i)));
            place(i)->~T();
        }
        free(room_);
        room_ = room;
        count_ = count;
        first_ = 0;
    }

public:
    using value_type = T;
    using size_type = size_t;
    using iterator = library_deque_iterator<deque, T>;
    using const_iterator = library_deque_iterator<const deque, const T>;
    deque() {}
    explicit deque(size_t count) { resize(count); }
    deque(size_t count, const T& value) { for (size_t i = 0; i < count; ++i) push_back(value); }
    deque(initializer_list<T> values) { for (const T& value : values) push_back(value); }
    deque(const deque& other) { for (size_t i = 0; i < other.size_; ++i) push_back(other[i]); }
    ~deque()
    {
        clear();
        free(room_);
    }
    deque& operator=(const deque& other)
    {
        if (this == &other) return *this;
        clear();
        for (size_t i = 0; i < other.size_; ++i) push_back(other[i]);
        return *this;
    }
    iterator begin() { return {this, 0}; }
    iterator end() { return {this, (ptrdiff_t)size_}; }
    const_iterator begin() const { return {this, 0}; }
    const_iterator end() const { return {this, (ptrdiff_t)size_}; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& operator[](size_t i) { return *place(i); }
    const T& operator[](size_t i) const { return *place(i); }
    T& at(size_t i)
    {
        if (i >= size_) library_out_of_range("deque::_M_range_check: __n (which is %zu)>= this->size() (which is %zu)", i, size_);
        return *place(i);
    }
    T& front() { return *place(0); }
    const T& front() const { return *place(0); }
    T& back() { return *place(size_ - 1); }
    const T& back() const { return *place(size_ - 1); }
    void push_back(const T& value)
    {
        T kept = value;
        grow();
        new (place(size_)) T(std::move(kept));
        ++size_;
    }
    template <typename... Parts> T& emplace_back(Parts&&... parts)
    {
        grow();
        new (place(size_)) T(std::forward<Parts>(parts)...);
        ++size_;
        return back();
    }
    void push_front(const T& value)
    {
        T kept = value;
        grow();
        first_ = (first_ - 1) & (count_ - 1);
        new (place(0)) T(std::move(kept));
        ++size_;
    }
    void pop_back()
    {
        place(size_ - 1)->~T();
        --size_;
    }
    void pop_front()
    {
        place(0)->~T();
        first_ = (first_ + 1) & (count_ - 1);
        --size_;
    }
    void resize(size_t count)
    {
        while (size_ > count) pop_back();
        while (size_ < count) push_back(T());
    }
    void clear() { while (size_ > 0) pop_back(); }
};
template <typename T, typename C = deque<T>> class queue {
    C items;

public:
    void push(const T& value) { items.push_back(value); }
    template <typename... Parts> void emplace(Parts&&... parts) { items.push_back(T(std::forward<Parts>(parts)...)); }
    void pop() { items.pop_front(); }
    T& front() { return items.front(); }
    T& back() { return items.back(); }
    bool empty() const { return items.empty(); }
    size_t size() const { return items.size(); }
};
template <typename T, typename C = deque<T>> class stack {
    C items;

public:
    void push(const T& value) { items.push_back(value); }
    template <typename... Parts> void emplace(Parts&&... parts) { items.push_back(T(std::forward<Parts>(parts)...)); }
    void pop() { items.pop_back(); }
    T& top() { return items.back(); }
    bool empty() const { return items.empty(); }
    size_t size() const { return items.size(); }
};
template <typename T, typename C = vector<T>, typename Less = less<T>> class priority_queue {
    C items;
    Less less_;

public:
    priority_queue() {}
    explicit priority_queue(Less less) : less_(less) {}
    void push(const T& value)
    {
        items.push_back(value);
        push_heap(items.begin(), items.end(), less_);
    }
    template <typename... Parts> void emplace(Parts&&... parts) { push(T(std::forward<Parts>(parts)...)); }
    void pop()
    {
        pop_heap(items.begin(), items.end(), less_);
        items.pop_back();
    }
    const T& top() const { return items.front(); }
    bool empty() const { return items.empty(); }
    size_t size() const { return items.size(); }
};

template <typename T> struct library_list_node {
    library_list_node* before;
    library_list_node* behind;
    T value;
};
template <typename T> struct library_doubly_iterator {
    using value_type = T;
    library_list_node<T>* node = nullptr;
    library_list_node<T>* const* last = nullptr;
    T& operator*() const { return node->value; }
    T* operator->() const { return &node->value; }
    bool operator==(const library_doubly_iterator& other) const { return node == other.node; }
    bool operator!=(const library_doubly_iterator& other) const { return node != other.node; }
    library_doubly_iterator& operator++()
    {
        node = node->behind;
        return *this;
    }
    library_doubly_iterator operator++(int)
    {
        library_doubly_iterator old = *this;
        node = node->behind;
        return old;
    }
    library_doubly_iterator& operator--()
    {
        node = node == nullptr ? *last : node->before;
        return *this;
    }
};
template <typename T> class list {
    using Node = library_list_node<T>;
    Node* first_ = nullptr;
    Node* last_ = nullptr;
    size_t size_ = 0;

public:
    using value_type = T;
    using iterator = library_doubly_iterator<T>;
    using const_iterator = library_doubly_iterator<T>;
    list() {}
    list(initializer_list<T> values) { for (const T& value : values) push_back(value); }
    list(const list& other) { for (const T& value : other) push_back(value); }
    ~list() { clear(); }
    list& operator=(const list& other)
    {
        if (this == &other) return *this;
        clear();
        for (const T& value : other) push_back(value);
        return *this;
    }
    iterator begin() const { return {first_, &last_}; }
    iterator end() const { return {nullptr, &last_}; }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T& front() { return first_->value; }
    T& back() { return last_->value; }
    iterator insert(iterator where, const T& value)
    {
        Node* behind = where.node;
        Node* before = behind == nullptr ? last_ : behind->before;
        Node* made = new Node{before, behind, value};
        (before == nullptr ? first_ : before->behind) = made;
        (behind == nullptr ? last_ : behind->before) = made;
        ++size_;
        return {made, &last_};
    }
    iterator erase(iterator where)
    {
        Node* node = where.node;
        Node* behind = node->behind;
        (node->before == nullptr ? first_ : node->before->behind) = behind;
        (behind == nullptr ? last_ : behind->before) = node->before;
        delete node;
        --size_;
        return {behind, &last_};
    }
    void push_back(const T& value) { insert(end(), value); }
    void push_front(const T& value) { insert(begin(), value); }
    template <typename... Parts> void emplace_back(Parts&&... parts) { insert(end(), T(std::forward<Parts>(parts)...)); }
    void pop_back() { erase({last_, &last_}); }
    void pop_front() { erase(begin()); }
    void clear() { while (size_ > 0) pop_front(); }
    void remove(const T& value)
    {
        T kept = value;
        for (iterator i = begin(); i != end();)
            if (*i == kept) i = erase(i);
            else ++i;
    }
    template <typename F> void remove_if(F f)
    {
        for (iterator i = begin(); i != end();)
            if (f(*i)) i = erase(i);
            else ++i;
    }
    void reverse()
    {
        for (Node* node = first_; node != nullptr; node = node->before) std::swap(node->before, node->behind);
        std::swap(first_, last_);
    }
    template <typename F> void sort(F less)
    {
        vector<T> values(begin(), end());
        stable_sort(values.begin(), values.end(), less);
        copy(values.begin(), values.end(), begin());
    }
    void sort() { sort(library_less()); }
};
}  // namespace std
