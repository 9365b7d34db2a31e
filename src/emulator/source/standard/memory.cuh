// <memory>
namespace std {
template <typename T> struct default_delete {
    void operator()(T* object) const { delete object; }
};
template <typename T> struct default_delete<T[]> {
    void operator()(T* objects) const { delete[] objects; }
};

template <typename T, typename D = default_delete<T>> class unique_ptr {
    T* object = nullptr;
    D deleter;

public:
    using pointer = T*;
    using element_type = T;
    unique_ptr() : deleter() {}
    unique_ptr(nullptr_t) : deleter() {}
    explicit unique_ptr(T* object) : object(object), deleter() {}
    unique_ptr(T* object, D deleter) : object(object), deleter(deleter) {}
    unique_ptr(const unique_ptr&) = delete;
    unique_ptr(unique_ptr&& other) : object(other.release()), deleter(other.get_deleter()) {}
    template <typename U, typename E> unique_ptr(unique_ptr<U, E>&& other) : object(other.release()), deleter() {}
    ~unique_ptr() { reset(); }
    unique_ptr& operator=(const unique_ptr&) = delete;
    unique_ptr& operator=(unique_ptr&& other)
    {
        reset(other.release());
        deleter = other.get_deleter();
        return *this;
    }
    unique_ptr& operator=(nullptr_t)
    {
        reset();
        return *this;
    }
    T* get() const { return object; }
    D& get_deleter() { return deleter; }
    T* release() { return std::exchange(object, nullptr); }
    void reset(T* other = nullptr)
    {
        T* old = std::exchange(object, other);
        if (old != nullptr) deleter(old);
    }
    void swap(unique_ptr& other)
    {
        std::swap(object, other.object);
        std::swap(deleter, other.deleter);
    }
    T& operator*() const { return *object; }
    T* operator->() const { return object; }
    explicit operator bool() const { return object != nullptr; }
    bool operator==(nullptr_t) const { return object == nullptr; }
    bool operator!=(nullptr_t) const { return object != nullptr; }
};
template <typename T, typename D> class unique_ptr<T[], D> {
    T* objects = nullptr;
    D deleter;

public:
    unique_ptr() : deleter() {}
    unique_ptr(nullptr_t) : deleter() {}
    explicit unique_ptr(T* objects) : objects(objects), deleter() {}
    unique_ptr(T* objects, D deleter) : objects(objects), deleter(deleter) {}
    unique_ptr(const unique_ptr&) = delete;
    unique_ptr(unique_ptr&& other) : objects(other.release()), deleter(other.get_deleter()) {}
    ~unique_ptr() { reset(); }
    unique_ptr& operator=(const unique_ptr&) = delete;
    unique_ptr& operator=(unique_ptr&& other)
    {
        reset(other.release());
        return *this;
    }
    T* get() const { return objects; }
    D& get_deleter() { return deleter; }
    T* release() { return std::exchange(objects, nullptr); }
    void reset(T* others = nullptr)
    {
        T* old = std::exchange(objects, others);
        if (old != nullptr) deleter(old);
    }
    T& operator[](size_t i) const { return objects[i]; }
    explicit operator bool() const { return objects != nullptr; }
};
template <typename T, typename... Parts> unique_ptr<T> make_unique(Parts&&... parts) { return unique_ptr<T>(new T(std::forward<Parts>(parts)...)); }

// How many share an object, and how it ends.
struct library_share {
    long owners = 1;
    virtual ~library_share() {}
};
template <typename U> struct library_shared : public library_share {
    U* object;
    library_shared(U* object) : object(object) {}
    ~library_shared() { delete object; }
};
template <typename T> class shared_ptr {
    T* object = nullptr;
    library_share* share = nullptr;

    void leave() { if (share != nullptr && --share->owners == 0) delete share; }

public:
    using element_type = T;
    shared_ptr() {}
    shared_ptr(nullptr_t) {}
    template <typename U> explicit shared_ptr(U* made) : object(made), share(new library_shared<U>(made)) {}
    shared_ptr(const shared_ptr& other) : object(other.get()), share(other.shared()) { if (share != nullptr) ++share->owners; }
    template <typename U> shared_ptr(const shared_ptr<U>& other) : object(other.get()), share(other.shared()) { if (share != nullptr) ++share->owners; }
    ~shared_ptr() { leave(); }
    shared_ptr& operator=(const shared_ptr& other)
    {
        library_share* next = other.shared();
        if (next != nullptr) ++next->owners;
        leave();
        object = other.get();
        share = next;
        return *this;
    }
    library_share* shared() const { return share; }
    void reset()
    {
        leave();
        object = nullptr;
        share = nullptr;
    }
    T* get() const { return object; }
    long use_count() const { return share == nullptr ? 0 : share->owners; }
    T& operator*() const { return *object; }
    T* operator->() const { return object; }
    explicit operator bool() const { return object != nullptr; }
    bool operator==(const shared_ptr& other) const { return object == other.object; }
    bool operator!=(const shared_ptr& other) const { return object != other.object; }
};
template <typename T, typename... Parts> shared_ptr<T> make_shared(Parts&&... parts) { return shared_ptr<T>(new T(std::forward<Parts>(parts)...)); }
}  // namespace std
