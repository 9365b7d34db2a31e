// <thread>, <mutex>, <atomic>, <condition_variable>, <future> of one thread: what a thread is given runs where it is
// made, from start to end.
namespace std {
class mutex {
public:
    void lock() {}
    void unlock() {}
    bool try_lock() { return true; }
};
using recursive_mutex = mutex;
template <typename M = mutex> class lock_guard {
public:
    explicit lock_guard(M&) {}
};
template <typename M = mutex> class unique_lock {
public:
    explicit unique_lock(M&) {}
    void lock() {}
    void unlock() {}
};
template <typename M = mutex> class scoped_lock {
public:
    explicit scoped_lock(M&) {}
};
class thread {
    bool joinable_ = false;

public:
    thread() {}
    template <typename F, typename... Parts> explicit thread(F f, Parts... parts) : joinable_(true) { f(parts...); }
    bool joinable() const { return joinable_; }
    void join() { joinable_ = false; }
    void detach() { joinable_ = false; }
    static unsigned int hardware_concurrency() { return 1; }
};
namespace this_thread {
template <typename D> void sleep_for(const D& time) { usleep((unsigned int)chrono::duration_cast<chrono::microseconds>(time).count()); }
inline void yield() {}
inline int get_id() { return 1; }
}  // namespace this_thread
template <typename T> class atomic {
    T value_;

public:
    atomic() : value_() {}
    atomic(T value) : value_(value) {}
    T load(int = 5) const { return value_; }
    void store(T value, int = 5) { value_ = value; }
    T exchange(T value, int = 5)
    {
        T old = value_;
        value_ = value;
        return old;
    }
    T fetch_add(T value, int = 5)
    {
        T old = value_;
        value_ += value;
        return old;
    }
    T fetch_sub(T value, int = 5)
    {
        T old = value_;
        value_ -= value;
        return old;
    }
    operator T() const { return value_; }
    T operator=(T value) { return value_ = value; }
    T operator++() { return ++value_; }
    T operator++(int) { return value_++; }
    T operator--() { return --value_; }
    T operator--(int) { return value_--; }
    T operator+=(T value) { return value_ += value; }
    T operator-=(T value) { return value_ -= value; }
};
}  // namespace std
