// <map> and <set>: a treap, whose nodes know their parents.
namespace std {
template <typename V> struct library_node {
    V value;
    library_node* parent = nullptr;
    library_node* left = nullptr;
    library_node* right = nullptr;
    unsigned order = 0;
    template <typename... Parts> library_node(Parts&&... parts) : value(std::forward<Parts>(parts)...) {}
};
template <typename V> struct library_tree_iterator {
    using value_type = V;
    library_node<V>* node = nullptr;
    library_node<V>* const* root = nullptr;

    V& operator*() const { return node->value; }
    V* operator->() const { return &node->value; }
    bool operator==(const library_tree_iterator& other) const { return node == other.node; }
    bool operator!=(const library_tree_iterator& other) const { return node != other.node; }
    library_tree_iterator& operator++()
    {
        if (node->right != nullptr) {
            node = node->right;
            while (node->left != nullptr) node = node->left;
            return *this;
        }
        library_node<V>* child = node;
        node = node->parent;
        while (node != nullptr && node->right == child) {
            child = node;
            node = node->parent;
        }
        return *this;
    }
    library_tree_iterator& operator--()
    {
        if (node == nullptr) {
            node = *root;
            while (node->right != nullptr) node = node->right;
            return *this;
        }
        if (node->left != nullptr) {
            node = node->left;
            while (node->right != nullptr) node = node->right;
            return *this;
        }
        library_node<V>* child = node;
        node = node->parent;
        while (node != nullptr && node->left == child) {
            child = node;
            node = node->parent;
        }
        return *this;
    }
    library_tree_iterator operator++(int)
    {
        library_tree_iterator old = *this;
        ++*this;
        return old;
    }
    library_tree_iterator operator--(int)
    {
        library_tree_iterator old = *this;
        --*this;
        return old;
    }
};

// What map, set and their multi forms share: values V; KeyOf gives the key of each.
template <typename K, typename V, typename KeyOf, typename Less> class library_tree {
public:
    using key_type = K;
    using value_type = V;
    using size_type = size_t;
    using iterator = library_tree_iterator<V>;
    using const_iterator = library_tree_iterator<V>;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using Node = library_node<V>;

    library_tree() {}
    explicit library_tree(Less less) : less_(less) {}
    library_tree(const library_tree& other) : less_(other.less_) { root_ = copy_of(other.root_, nullptr), size_ = other.size_; }
    library_tree(library_tree&& other) : root_(other.root_), size_(other.size_), less_(other.less_)
    {
        other.root_ = nullptr;
        other.size_ = 0;
    }
    ~library_tree() { drop(root_); }
    library_tree& operator=(const library_tree& other)
    {
        if (this != &other) {
            clear();
            root_ = copy_of(other.root_, nullptr);
            size_ = other.size_;
        }
        return *this;
    }
    iterator begin() const
    {
        Node* node = root_;
        while (node != nullptr && node->left != nullptr) node = node->left;
        return at(node);
    }
    iterator end() const { return at(nullptr); }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    reverse_iterator rbegin() const { return reverse_iterator(end()); }
    reverse_iterator rend() const { return reverse_iterator(begin()); }
    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    void clear()
    {
        drop(root_);
        root_ = nullptr;
        size_ = 0;
    }
    iterator find(const K& key) const
    {
        iterator place = lower_bound(key);
        return place.node != nullptr && !less_(key, KeyOf::of(place.node->value)) ? place : end();
    }
    size_t count(const K& key) const
    {
        size_t n = 0;
        for (iterator i = lower_bound(key); i != end() && !less_(key, KeyOf::of(*i)); ++i) ++n;
        return n;
    }
    bool contains(const K& key) const { return find(key) != end(); }
    iterator lower_bound(const K& key) const
    {
        Node* best = nullptr;
        for (Node* node = root_; node != nullptr;)
            if (less_(KeyOf::of(node->value), key)) node = node->right;
            else {
                best = node;
                node = node->left;
            }
        return at(best);
    }
    iterator upper_bound(const K& key) const
    {
        Node* best = nullptr;
        for (Node* node = root_; node != nullptr;)
            if (less_(key, KeyOf::of(node->value))) {
                best = node;
                node = node->left;
            } else
                node = node->right;
        return at(best);
    }
    pair<iterator, iterator> equal_range(const K& key) const { return pair<iterator, iterator>(lower_bound(key), upper_bound(key)); }
    iterator erase(iterator place)
    {
        iterator next = place;
        ++next;
        Node* node = place.node;
        // Down to a leaf, then off.
        while (node->left != nullptr || node->right != nullptr)
            rotate_up(node->left == nullptr || (node->right != nullptr && node->right->order > node->left->order) ? node->right : node->left);
        link_to(node) = nullptr;
        delete node;
        --size_;
        return next;
    }
    iterator erase(iterator from, iterator to)
    {
        while (from != to) from = erase(from);
        return from;
    }
    size_t erase(const K& key)
    {
        size_t n = 0;
        for (iterator i = lower_bound(key); i != end() && !less_(key, KeyOf::of(*i)); ++n) i = erase(i);
        return n;
    }
    void swap(library_tree& other)
    {
        std::swap(root_, other.root_);
        std::swap(size_, other.size_);
    }

protected:
    // Hangs the node into the tree; where `unique` and the key is there already, gives that one.
    pair<iterator, bool> hang(Node* made, bool unique)
    {
        Node* parent = nullptr;
        bool left = false;
        for (Node* node = root_; node != nullptr;) {
            parent = node;
            left = less_(KeyOf::of(made->value), KeyOf::of(node->value));
            if (unique && !left && !less_(KeyOf::of(node->value), KeyOf::of(made->value))) {
                delete made;
                return pair<iterator, bool>(at(node), false);
            }
            node = left ? node->left : node->right;
        }
        made->parent = parent;
        if (parent == nullptr) root_ = made;
        else if (left) parent->left = made;
        else parent->right = made;
        ++size_;
        made->order = random_ = random_ * 1664525u + 1013904223u;
        while (made->parent != nullptr && made->parent->order < made->order) rotate_up(made);
        return pair<iterator, bool>(at(made), true);
    }
    iterator at(Node* node) const
    {
        iterator made;
        made.node = node;
        made.root = &root_;
        return made;
    }

private:
    Node* root_ = nullptr;
    size_t size_ = 0;
    unsigned random_ = 1;
    Less less_;

    Node*& link_to(Node* node)
    {
        if (node->parent == nullptr) return root_;
        return node->parent->left == node ? node->parent->left : node->parent->right;
    }
    void rotate_up(Node* node)
    {
        Node* parent = node->parent;
        link_to(parent) = node;
        node->parent = parent->parent;
        parent->parent = node;
        Node*& inner = parent->left == node ? node->right : node->left;
        Node* moved = inner;
        inner = parent;
        if (parent->left == node) parent->left = moved;
        else parent->right = moved;
        if (moved != nullptr) moved->parent = parent;
    }
    Node* copy_of(const Node* node, Node* parent)
    {
        if (node == nullptr) return nullptr;
        Node* made = new Node(node->value);
        made->parent = parent;
        made->order = node->order;
        made->left = copy_of(node->left, made);
        made->right = copy_of(node->right, made);
        return made;
    }
    void drop(Node* node)
    {
        if (node == nullptr) return;
        drop(node->left);
        drop(node->right);
        delete node;
    }
};
struct library_first {
    template <typename P> static const typename P::first_type& of(const P& p) { return p.first; }
};
struct library_self {
    template <typename T> static const T& of(const T& value) { return value; }
};

template <typename K, typename T, typename Less = less<K>> class map : public library_tree<K, pair<const K, T>, library_first, Less> {
    using Base = library_tree<K, pair<const K, T>, library_first, Less>;

public:
    using mapped_type = T;
    using iterator = typename Base::iterator;
    using value_type = pair<const K, T>;
    map() {}
    map(initializer_list<value_type> values) { for (const value_type& value : values) insert(value); }
    template <typename It> map(It from, It to) { for (; from != to; ++from) insert(value_type(from->first, from->second)); }
    T& operator[](const K& key)
    {
        iterator place = this->find(key);
        if (place != this->end()) return place->second;
        return this->hang(new library_node<value_type>(key, T()), true).first->second;
    }
    T& at(const K& key) const
    {
        iterator place = this->find(key);
        if (place == this->end()) throw out_of_range("map::at");
        return place->second;
    }
    pair<iterator, bool> insert(const value_type& value) { return this->hang(new library_node<value_type>(value), true); }
    template <typename A, typename B> pair<iterator, bool> insert(const pair<A, B>& value) { return this->hang(new library_node<value_type>(value.first, value.second), true); }
    template <typename... Parts> pair<iterator, bool> emplace(Parts&&... parts) { return this->hang(new library_node<value_type>(std::forward<Parts>(parts)...), true); }
};
template <typename K, typename T, typename Less = less<K>> class multimap : public library_tree<K, pair<const K, T>, library_first, Less> {
public:
    using value_type = pair<const K, T>;
    using iterator = library_tree_iterator<value_type>;
    iterator insert(const value_type& value) { return this->hang(new library_node<value_type>(value), false).first; }
    template <typename A, typename B> iterator insert(const pair<A, B>& value) { return this->hang(new library_node<value_type>(value.first, value.second), false).first; }
    template <typename... Parts> iterator emplace(Parts&&... parts) { return this->hang(new library_node<value_type>(std::forward<Parts>(parts)...), false).first; }
};
template <typename K, typename Less = less<K>> class set : public library_tree<K, K, library_self, Less> {
public:
    using iterator = library_tree_iterator<K>;
    set() {}
    set(initializer_list<K> values) { for (const K& value : values) insert(value); }
    template <typename It> set(It from, It to) { for (; from != to; ++from) insert(*from); }
    pair<iterator, bool> insert(const K& value) { return this->hang(new library_node<K>(value), true); }
    template <typename It> void insert(It from, It to) { for (; from != to; ++from) insert(*from); }
    template <typename... Parts> pair<iterator, bool> emplace(Parts&&... parts) { return this->hang(new library_node<K>(std::forward<Parts>(parts)...), true); }
};
template <typename K, typename Less = less<K>> class multiset : public library_tree<K, K, library_self, Less> {
public:
    using iterator = library_tree_iterator<K>;
    multiset() {}
    multiset(initializer_list<K> values) { for (const K& value : values) insert(value); }
    template <typename It> multiset(It from, It to) { for (; from != to; ++from) insert(*from); }
    iterator insert(const K& value) { return this->hang(new library_node<K>(value), false).first; }
};
template <typename K, typename T, typename Less> bool operator==(const map<K, T, Less>& a, const map<K, T, Less>& b) { return a.size() == b.size() && equal(a.begin(), a.end(), b.begin()); }
template <typename K, typename Less> bool operator==(const set<K, Less>& a, const set<K, Less>& b) { return a.size() == b.size() && equal(a.begin(), a.end(), b.begin()); }
}  // namespace std
