// <unordered_map> and <unordered_set>: one list, in which the elements of a bucket are neighbours. They are in the
// order that GCC's library has: a new bucket comes first, and the number of buckets grows by the same steps.
namespace std {
template <typename V> struct library_link {
    library_link* next = nullptr;
    size_t code = 0;
    V value;
    template <typename... Parts> library_link(Parts&&... parts) : value(std::forward<Parts>(parts)...) {}
};
template <typename V> struct library_list_iterator {
    using value_type = V;
    library_link<V>* link = nullptr;
    V& operator*() const { return link->value; }
    V* operator->() const { return &link->value; }
    bool operator==(const library_list_iterator& other) const { return link == other.link; }
    bool operator!=(const library_list_iterator& other) const { return link != other.link; }
    library_list_iterator& operator++()
    {
        link = link->next;
        return *this;
    }
    library_list_iterator operator++(int)
    {
        library_list_iterator old = *this;
        link = link->next;
        return old;
    }
};
template <typename K, typename V, typename KeyOf, typename Hash, typename Equal> class library_hash_table {
public:
    using key_type = K;
    using value_type = V;
    using iterator = library_list_iterator<V>;
    using const_iterator = library_list_iterator<V>;
    using Link = library_link<V>;

    library_hash_table() {}
    library_hash_table(const library_hash_table& other) { *this = other; }
    ~library_hash_table()
    {
        clear();
        free(buckets_);
    }
    library_hash_table& operator=(const library_hash_table& other)
    {
        if (this == &other) return *this;
        clear();
        if (other.size_ > 0) rehash_to(other.count_);
        // Each goes behind the one before it, as it is there.
        Link* last = nullptr;
        for (Link* link = other.first_; link != nullptr; link = link->next) {
            Link* made = new Link(link->value);
            made->code = link->code;
            if (last == nullptr) first_ = made;
            else last->next = made;
            size_t bucket = made->code % count_;
            if (!used_in(bucket)) {
                buckets_[bucket] = last;
                used_[bucket] = true;
            }
            last = made;
        }
        size_ = other.size_;
        limit_ = other.limit_;
        return *this;
    }
    iterator begin() const { return at(first_); }
    iterator end() const { return at(nullptr); }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    size_t bucket_count() const { return count_; }
    void clear()
    {
        while (first_ != nullptr) {
            Link* next = first_->next;
            delete first_;
            first_ = next;
        }
        size_ = 0;
        for (size_t i = 0; i < count_ && buckets_ != nullptr; ++i) used_[i] = false;
    }
    void reserve(size_t n) { if (n > limit_) grow(n); }
    iterator find(const K& key) const
    {
        Hash hash;
        return at(find_in(key, hash(key)));
    }
    size_t count(const K& key) const { return find(key) == end() ? 0 : 1; }
    bool contains(const K& key) const { return find(key) != end(); }
    size_t erase(const K& key)
    {
        iterator place = find(key);
        if (place == end()) return 0;
        erase(place);
        return 1;
    }
    iterator erase(iterator place)
    {
        Link* gone = place.link;
        size_t bucket = gone->code % count_;
        Link* before = buckets_[bucket];
        while ((before == nullptr ? first_ : before->next) != gone) before = before == nullptr ? first_ : before->next;
        Link* next = gone->next;
        if (before == nullptr) first_ = next;
        else before->next = next;
        bool alone = buckets_[bucket] == before && (next == nullptr || next->code % count_ != bucket);
        if (next != nullptr && next->code % count_ != bucket) buckets_[next->code % count_] = before;
        if (alone) used_[bucket] = false;
        delete gone;
        --size_;
        return at(next);
    }

protected:
    pair<iterator, bool> hang(Link* made)
    {
        Hash hash;
        made->code = hash(KeyOf::of(made->value));
        if (Link* there = find_in(KeyOf::of(made->value), made->code)) {
            delete made;
            return pair<iterator, bool>(at(there), false);
        }
        if (size_ + 1 > limit_) grow(size_ + 1);
        put(made);
        ++size_;
        return pair<iterator, bool>(at(made), true);
    }
    iterator at(Link* link) const
    {
        iterator made;
        made.link = link;
        return made;
    }

private:
    Link* first_ = nullptr;
    Link** buckets_ = nullptr;  // of each the link before its first; null before the very first
    bool* used_ = nullptr;
    size_t count_ = 1, size_ = 0, limit_ = 0;

    bool used_in(size_t bucket) const { return buckets_ != nullptr && used_[bucket]; }
    Link* find_in(const K& key, size_t code) const
    {
        Equal equal;
        size_t bucket = code % count_;
        if (!used_in(bucket)) return nullptr;
        for (Link* link = buckets_[bucket] == nullptr ? first_ : buckets_[bucket]->next; link != nullptr && link->code % count_ == bucket; link = link->next)
            if (link->code == code && equal(KeyOf::of(link->value), key)) return link;
        return nullptr;
    }
    void put(Link* link)
    {
        size_t bucket = link->code % count_;
        if (used_[bucket]) {
            Link* before = buckets_[bucket];
            link->next = before == nullptr ? first_ : before->next;
            if (before == nullptr) first_ = link;
            else before->next = link;
            return;
        }
        link->next = first_;
        first_ = link;
        if (link->next != nullptr) buckets_[link->next->code % count_] = link;
        buckets_[bucket] = nullptr;
        used_[bucket] = true;
    }
    void grow(size_t needed)
    {
        static const size_t steps[] = {13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933, 351061, 712697, 1447153, 2938679, 5967347, 12117689};
        size_t wanted = limit_ == 0 && needed < 12 ? 12 : needed + 1 > 2 * count_ ? needed + 1 : 2 * count_;
        size_t i = 0;
        while (i < 19 && steps[i] < wanted) ++i;
        rehash_to(steps[i]);
    }
    void rehash_to(size_t count)
    {
        free(buckets_);
        count_ = limit_ = count;
        buckets_ = (Link**)malloc(count * (sizeof(Link*) + 1));
        used_ = (bool*)(buckets_ + count);
        for (size_t i = 0; i < count; ++i) used_[i] = false;
        Link* link = first_;
        first_ = nullptr;
        while (link != nullptr) {
            Link* next = link->next;
            put(link);
            link = next;
        }
    }
};
template <typename K, typename T, typename Hash = hash<K>, typename Equal = equal_to<K>>
class unordered_map : public library_hash_table<K, pair<const K, T>, library_first, Hash, Equal> {
public:
    using value_type = pair<const K, T>;
    using mapped_type = T;
    using iterator = library_list_iterator<value_type>;
    unordered_map() {}
    unordered_map(initializer_list<value_type> values)
    {
        this->reserve(values.size());
        for (const value_type& value : values) insert(value);
    }
    T& operator[](const K& key)
    {
        iterator place = this->find(key);
        if (place != this->end()) return place->second;
        return this->hang(new library_link<value_type>(key, T())).first->second;
    }
    T& at(const K& key) const
    {
        iterator place = this->find(key);
        if (place == this->end()) throw out_of_range("_Map_base::at");
        return place->second;
    }
    pair<iterator, bool> insert(const value_type& value) { return this->hang(new library_link<value_type>(value)); }
    template <typename A, typename B> pair<iterator, bool> insert(const pair<A, B>& value) { return this->hang(new library_link<value_type>(value.first, value.second)); }
    template <typename... Parts> pair<iterator, bool> emplace(Parts&&... parts) { return this->hang(new library_link<value_type>(std::forward<Parts>(parts)...)); }
};
template <typename K, typename Hash = hash<K>, typename Equal = equal_to<K>>
class unordered_set : public library_hash_table<K, K, library_self, Hash, Equal> {
public:
    using iterator = library_list_iterator<K>;
    unordered_set() {}
    unordered_set(initializer_list<K> values)
    {
        this->reserve(values.size());
        for (const K& value : values) insert(value);
    }
    template <typename It> unordered_set(It from, It to) { for (; from != to; ++from) insert(*from); }
    pair<iterator, bool> insert(const K& value) { return this->hang(new library_link<K>(value)); }
    template <typename... Parts> pair<iterator, bool> emplace(Parts&&... parts) { return this->hang(new library_link<K>(std::forward<Parts>(parts)...)); }
};
}  // namespace std
