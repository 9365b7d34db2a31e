// <string>
namespace std {
class string {
public:
    using value_type = char;
    using size_type = size_t;
    using iterator = char*;
    using const_iterator = const char*;
    static const size_t npos = 18446744073709551615ul;

    string() {}
    string(const char* text) { append(text, strlen(text)); }
    string(const char* text, size_t count) { append(text, count); }
    string(size_t count, char c) { append(count, c); }
    string(const string& other) { append(other.data_, other.size_); }
    string(const string& other, size_t from, size_t count = npos) { append(other.substr(from, count)); }
    string(string&& other) : data_(other.data_), size_(other.size_), room_(other.room_)
    {
        other.data_ = nullptr;
        other.size_ = other.room_ = 0;
    }
    string(const char* from, const char* to) { append(from, to - from); }
    string(initializer_list<char> characters) { for (char c : characters) push_back(c); }
    ~string() { free(data_); }
    string& operator=(const string& other)
    {
        if (this != &other) {
            size_ = 0;
            append(other.data_, other.size_);
        }
        return *this;
    }
    string& operator=(string&& other)
    {
        swap(other);
        return *this;
    }
    string& operator=(const char* text) { return *this = string(text); }
    string& operator=(char c)
    {
        size_ = 0;
        push_back(c);
        return *this;
    }
    string& assign(const string& text) { return *this = text; }
    string& assign(size_t count, char c) { return *this = string(count, c); }

    char* begin() { return make_text(); }
    char* end() { return make_text() + size_; }
    const char* begin() const { return c_str(); }
    const char* end() const { return c_str() + size_; }
    const char* cbegin() const { return c_str(); }
    const char* cend() const { return c_str() + size_; }
    std::reverse_iterator<char*> rbegin() { return std::reverse_iterator<char*>(end()); }
    std::reverse_iterator<char*> rend() { return std::reverse_iterator<char*>(begin()); }
    size_t size() const { return size_; }
    size_t length() const { return size_; }
    size_t capacity() const { return room_ < 15 ? 15 : room_; }
    bool empty() const { return size_ == 0; }
    void clear() { cut(0); }
    void reserve(size_t count) { if (count > room_) make_room(count); }
    void resize(size_t count, char c = '\0')
    {
        if (count < size_) cut(count);
        else append(count - size_, c);
    }
    char& operator[](size_t i) { return make_text()[i]; }
    const char& operator[](size_t i) const { return c_str()[i]; }
    char& at(size_t i)
    {
        check(i);
        return data_[i];
    }
    const char& at(size_t i) const
    {
        check(i);
        return data_[i];
    }
    char& front() { return data_[0]; }
    const char& front() const { return data_[0]; }
    char& back() { return data_[size_ - 1]; }
    const char& back() const { return data_[size_ - 1]; }
    const char* c_str() const { return data_ == nullptr ? "" : data_; }
    const char* data() const { return c_str(); }
    char* data() { return make_text(); }

    string& append(const char* text, size_t count)
    {
        if (count == 0) return *this;
        if (size_ + count > room_) {
            // The text may be part of this one.
            size_t at = text - data_;
            bool own = data_ != nullptr && text >= data_ && text < data_ + size_;
            make_room(size_ + count > 2 * room_ ? size_ + count : 2 * room_);
            if (own) text = data_ + at;
        }
        memmove(data_ + size_, text, count);
        cut(size_ + count);
        return *this;
    }
    string& append(const char* text) { return append(text, strlen(text)); }
    string& append(const string& text) { return append(text.data_, text.size_); }
    string& append(size_t count, char c)
    {
        if (size_ + count > room_) make_room(size_ + count);
        for (size_t i = 0; i < count; ++i) data_[size_ + i] = c;
        if (count > 0) cut(size_ + count);
        return *this;
    }
    void push_back(char c) { append(1, c); }
    void pop_back() { cut(size_ - 1); }
    string& operator+=(const string& text) { return append(text); }
    string& operator+=(const char* text) { return append(text); }
    string& operator+=(char c) { return append(1, c); }
    string& insert(size_t at, const string& text) { return replace(at, 0, text); }
    string& insert(size_t at, const char* text) { return replace(at, 0, string(text)); }
    string& insert(size_t at, size_t count, char c) { return replace(at, 0, string(count, c)); }
    string& erase(size_t at = 0, size_t count = npos) { return replace(at, count, string()); }
    char* erase(const char* where)
    {
        size_t at = where - data_;
        erase(at, 1);
        return data_ + at;
    }
    string& replace(size_t at, size_t count, const string& text)
    {
        if (at > size_) library_out_of_range("basic_string::replace: __pos (which is %zu) > this->size() (which is %zu)", at, size_);
        string made = substr(0, at);
        made.append(text);
        if (count < size_ - at) made.append(c_str() + at + count, size_ - at - count);
        swap(made);
        return *this;
    }
    string& replace(size_t at, size_t count, const char* text) { return replace(at, count, string(text)); }
    string substr(size_t at = 0, size_t count = npos) const
    {
        if (at > size_) library_out_of_range("basic_string::substr: __pos (which is %zu) > this->size() (which is %zu)", at, size_);
        return string(c_str() + at, count < size_ - at ? count : size_ - at);
    }
    void swap(string& other)
    {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(room_, other.room_);
    }

    size_t find(const string& text, size_t from = 0) const
    {
        for (size_t i = from; i + text.size_ <= size_; ++i)
            if (same(i, text.c_str(), text.size_)) return i;
        return npos;
    }
    size_t find(const char* text, size_t from = 0) const { return find(string(text), from); }
    size_t find(char c, size_t from = 0) const
    {
        for (size_t i = from; i < size_; ++i)
            if (data_[i] == c) return i;
        return npos;
    }
    size_t rfind(const string& text, size_t from = npos) const
    {
        if (text.size_ > size_) return npos;
        for (size_t i = from < size_ - text.size_ ? from : size_ - text.size_;; --i) {
            if (same(i, text.c_str(), text.size_)) return i;
            if (i == 0) return npos;
        }
    }
    size_t rfind(char c, size_t from = npos) const { return rfind(string(1, c), from); }
    size_t find_first_of(const string& characters, size_t from = 0) const
    {
        for (size_t i = from; i < size_; ++i)
            if (characters.find(data_[i]) != npos) return i;
        return npos;
    }
    size_t find_first_not_of(const string& characters, size_t from = 0) const
    {
        for (size_t i = from; i < size_; ++i)
            if (characters.find(data_[i]) == npos) return i;
        return npos;
    }
    size_t find_last_of(const string& characters, size_t from = npos) const
    {
        for (size_t i = from < size_ ? from + 1 : size_; i > 0; --i)
            if (characters.find(data_[i - 1]) != npos) return i - 1;
        return npos;
    }
    size_t find_last_not_of(const string& characters, size_t from = npos) const
    {
        for (size_t i = from < size_ ? from + 1 : size_; i > 0; --i)
            if (characters.find(data_[i - 1]) == npos) return i - 1;
        return npos;
    }
    int compare(const string& other) const
    {
        size_t least = size_ < other.size_ ? size_ : other.size_;
        int order = least == 0 ? 0 : memcmp(data_, other.data_, least);
        return order != 0 ? order : (int)(ptrdiff_t)(size_ - other.size_);
    }
    int compare(size_t at, size_t count, const string& other) const { return substr(at, count).compare(other); }

private:
    char* data_ = nullptr;
    size_t size_ = 0, room_ = 0;

    void check(size_t i) const
    {
        if (i >= size_) library_out_of_range("basic_string::at: __n (which is %zu) >= this->size() (which is %zu)", i, size_);
    }
    bool same(size_t at, const char* text, size_t count) const { return count == 0 || memcmp(data_ + at, text, count) == 0; }
    void make_room(size_t count)
    {
        data_ = (char*)realloc(data_, count + 1);
        room_ = count;
        data_[size_] = '\0';
    }
    char* make_text()
    {
        if (data_ == nullptr) make_room(15);
        return data_;
    }
    void cut(size_t count)
    {
        size_ = count;
        if (data_ != nullptr) data_[count] = '\0';
    }
};

inline string operator+(const string& a, const string& b)
{
    string made = a;
    made.append(b);
    return made;
}
inline string operator+(const string& a, const char* b) { return a + string(b); }
inline string operator+(const char* a, const string& b) { return string(a) + b; }
inline string operator+(const string& a, char b) { return a + string(1, b); }
inline string operator+(char a, const string& b) { return string(1, a) + b; }
inline bool operator==(const string& a, const string& b) { return a.compare(b) == 0; }
inline bool operator==(const string& a, const char* b) { return strcmp(a.c_str(), b) == 0; }
inline bool operator==(const char* a, const string& b) { return strcmp(a, b.c_str()) == 0; }
inline bool operator!=(const string& a, const string& b) { return a.compare(b) != 0; }
inline bool operator!=(const string& a, const char* b) { return strcmp(a.c_str(), b) != 0; }
inline bool operator!=(const char* a, const string& b) { return strcmp(a, b.c_str()) != 0; }
inline bool operator<(const string& a, const string& b) { return a.compare(b) < 0; }
inline bool operator<(const string& a, const char* b) { return strcmp(a.c_str(), b) < 0; }
inline bool operator>(const string& a, const string& b) { return a.compare(b) > 0; }
inline bool operator<=(const string& a, const string& b) { return a.compare(b) <= 0; }
inline bool operator>=(const string& a, const string& b) { return a.compare(b) >= 0; }

inline string library_printed(const char* format, double value)
{
    char text[400];
    snprintf(text, 400, format, value);
    return string(text);
}
inline string to_string(long long value)
{
    char text[32];
    snprintf(text, 32, "%lld", value);
    return string(text);
}
inline string to_string(unsigned long long value)
{
    char text[32];
    snprintf(text, 32, "%llu", value);
    return string(text);
}
inline string to_string(int value) { return to_string((long long)value); }
inline string to_string(unsigned value) { return to_string((unsigned long long)value); }
inline string to_string(double value) { return library_printed("%f", value); }
inline string to_string(float value) { return library_printed("%f", (double)value); }
}  // namespace std
