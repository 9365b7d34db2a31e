// <iostream>, <sstream> and <iomanip>: one class for every stream, with a text or a standard stream behind it.
// Nothing comes from the keyboard: std::cin has ended.
namespace std {
struct library_flag { int clear, set; };
class library_stream {
public:
    // Bits of the format, in the order of their manipulators.
    enum { dec_bit = 1, hex_bit = 2, oct_bit = 4, fixed_bit = 8, scientific_bit = 16, left_bit = 32, right_bit = 64, internal_bit = 128, showbase_bit = 256, showpos_bit = 512, uppercase_bit = 1024, boolalpha_bit = 2048, showpoint_bit = 4096, skipws_bit = 8192 };
    using fmtflags = int;
    using openmode = int;
    static const int fixed = fixed_bit, scientific = scientific_bit, left = left_bit, right = right_bit, hex = hex_bit, dec = dec_bit, oct = oct_bit;
    static const int floatfield = fixed_bit | scientific_bit, adjustfield = left_bit | right_bit | internal_bit, basefield = dec_bit | hex_bit | oct_bit;
    static const int boolalpha = boolalpha_bit, showpoint = showpoint_bit, showpos = showpos_bit, showbase = showbase_bit, uppercase = uppercase_bit;
    static const int in = 1, out = 2, binary = 4, app = 8, trunc = 16, ate = 32;

    library_stream() {}
    explicit library_stream(int number) : file_(number == 1 ? stdout : number == 2 ? stderr : stdin) {}
    explicit library_stream(const string& text, int mode = 0) : text_(text) {}

    // A text in memory.
    string str() const { return text_; }
    void str(const string& text)
    {
        text_ = text;
        at_ = 0;
        bad_ = false;
    }
    bool good() const { return !bad_ && !ended_; }
    bool fail() const { return bad_; }
    bool bad() const { return false; }
    bool eof() const { return ended_; }
    void clear() { bad_ = ended_ = false; }
    void setstate(bool bad) { bad_ = bad; }
    explicit operator bool() const { return !bad_; }
    bool operator!() const { return bad_; }

    int flags() const { return flags_; }
    int flags(int flags)
    {
        int old = flags_;
        flags_ = flags;
        return old;
    }
    int setf(int set)
    {
        int old = flags_;
        flags_ |= set;
        return old;
    }
    int setf(int set, int field)
    {
        int old = flags_;
        flags_ = (flags_ & ~field) | (set & field);
        return old;
    }
    void unsetf(int field) { flags_ &= ~field; }
    int precision() const { return precision_; }
    int precision(int digits)
    {
        int old = precision_;
        precision_ = digits;
        return old;
    }
    int width() const { return width_; }
    int width(int columns)
    {
        int old = width_;
        width_ = columns;
        return old;
    }
    char fill() const { return fill_; }
    char fill(char c)
    {
        char old = fill_;
        fill_ = c;
        return old;
    }

    // ---- Output
    library_stream& write(const char* text, size_t count)
    {
        if (file_ != nullptr) fwrite(text, 1, count, file_);
        else text_.append(text, count);
        return *this;
    }
    library_stream& put(char c) { return write(&c, 1); }
    library_stream& flush()
    {
        if (file_ != nullptr) fflush(file_);
        return *this;
    }
    // Pads to the width, which holds for one output. `head` characters, a sign or 0x, stay before internal padding.
    library_stream& padded(const char* text, size_t count, size_t head)
    {
        size_t more = width_ > 0 && (size_t)width_ > count ? width_ - count : 0;
        width_ = 0;
        if (more == 0) return write(text, count);
        size_t before = flags_ & left_bit ? count : flags_ & internal_bit ? head : 0;
        write(text, before);
        for (size_t i = 0; i < more; ++i) write(&fill_, 1);
        return write(text + before, count - before);
    }
    library_stream& number(unsigned long long magnitude, bool negative, bool is_signed)
    {
        char text[40];
        const char* sign = negative ? "-" : is_signed && flags_ & showpos_bit && !(flags_ & (hex_bit | oct_bit)) ? "+" : "";
        if (flags_ & hex_bit) {
            sign = flags_ & showbase_bit && magnitude != 0 ? (flags_ & uppercase_bit ? "0X" : "0x") : "";
            snprintf(text, 40, flags_ & uppercase_bit ? "%s%llX" : "%s%llx", sign, magnitude);
        } else if (flags_ & oct_bit)
            snprintf(text, 40, "%s%llo", flags_ & showbase_bit && magnitude != 0 ? "0" : "", magnitude);
        else
            snprintf(text, 40, "%s%llu", sign, magnitude);
        return padded(text, strlen(text), flags_ & oct_bit ? 0 : strlen(sign));
    }
    library_stream& real(double value)
    {
        char format[16], text[400];
        int i = 0;
        format[i++] = '%';
        if (flags_ & showpos_bit) format[i++] = '+';
        if (flags_ & showpoint_bit) format[i++] = '#';
        bool exact = (flags_ & fixed_bit) && (flags_ & scientific_bit);
        if (!exact) {
            format[i++] = '.';
            format[i++] = '*';
        }
        char kind = exact ? 'a' : flags_ & fixed_bit ? 'f' : flags_ & scientific_bit ? 'e' : 'g';
        format[i++] = flags_ & uppercase_bit ? kind - 32 : kind;
        format[i] = '\0';
        if (exact) snprintf(text, 400, format, value);
        else snprintf(text, 400, format, precision_ < 0 ? 6 : precision_, value);
        return padded(text, strlen(text), text[0] == '-' || text[0] == '+' ? 1 : 0);
    }

    // ---- Input
    int get()
    {
        int c = next();
        if (c < 0) ended_ = bad_ = true;
        return c;
    }
    library_stream& get(char& c)
    {
        int read = get();
        if (read >= 0) c = (char)read;
        return *this;
    }
    int peek()
    {
        int c = next();
        if (c < 0) ended_ = true;
        else back(c);
        return c;
    }
    library_stream& read(char* into, size_t count)
    {
        read_ = 0;
        while (read_ < count) {
            int c = get();
            if (c < 0) break;
            into[read_++] = (char)c;
        }
        return *this;
    }
    size_t gcount() const { return read_; }
    library_stream& ignore(size_t count = 1, int last = -2)
    {
        for (size_t i = 0; i < count; ++i) {
            int c = next();
            if (c < 0) ended_ = true;
            if (c < 0 || c == last) break;
        }
        return *this;
    }
    // The next word that has only such characters.
    string word(const char* allowed)
    {
        string made;
        int c = next();
        while (c >= 0 && isspace(c)) c = next();
        while (c >= 0 && !isspace(c) && (allowed == nullptr || strchr(allowed, c) != nullptr)) {
            made.push_back((char)c);
            c = next();
        }
        if (c < 0) ended_ = true;
        else back(c);
        if (made.empty()) bad_ = true;
        return made;
    }
    bool line(string& into, char last)
    {
        into.clear();
        int c = next();
        if (c < 0) {
            ended_ = bad_ = true;
            return false;
        }
        for (; c >= 0 && c != last; c = next()) into.push_back((char)c);
        if (c < 0) ended_ = true;
        return true;
    }

private:
    FILE* file_ = nullptr;
    string text_;
    size_t at_ = 0, read_ = 0;
    int flags_ = dec_bit | skipws_bit, precision_ = 6, width_ = 0;
    char fill_ = ' ';
    bool bad_ = false, ended_ = false;

    int next()
    {
        return at_ < text_.size() ? (unsigned char)text_[at_++] : -1;
    }
    void back(int c)
    {
        if (at_ > 0) --at_;
    }
};
using ostream = library_stream;
using istream = library_stream;
using iostream = library_stream;
using ostringstream = library_stream;
using istringstream = library_stream;
using stringstream = library_stream;
using ios = library_stream;
using ios_base = library_stream;
using streamsize = long;

inline ostream cout = ostream(1);
inline ostream cerr = ostream(2);
inline ostream clog = ostream(2);
inline istream cin = istream(0);

inline ostream& operator<<(ostream& out, const char* text) { return out.padded(text, strlen(text), 0); }
inline ostream& operator<<(ostream& out, const unsigned char* text) { return out << (const char*)text; }
inline ostream& operator<<(ostream& out, const string& text) { return out.padded(text.c_str(), text.size(), 0); }
inline ostream& operator<<(ostream& out, char c) { return out.padded(&c, 1, 0); }
inline ostream& operator<<(ostream& out, unsigned char c) { return out << (char)c; }
inline ostream& operator<<(ostream& out, bool value)
{
    if (out.flags() & library_stream::boolalpha_bit) return out << (value ? "true" : "false");
    return out.number(value, false, true);
}
inline ostream& operator<<(ostream& out, int value)
{
    if (out.flags() & (library_stream::hex_bit | library_stream::oct_bit)) return out.number((unsigned)value, false, true);
    return out.number(value < 0 ? -(unsigned long long)value : value, value < 0, true);
}
inline ostream& operator<<(ostream& out, short value)
{
    if (out.flags() & (library_stream::hex_bit | library_stream::oct_bit)) return out.number((unsigned short)value, false, true);
    return out << (int)value;
}
inline ostream& operator<<(ostream& out, long long value)
{
    if (out.flags() & (library_stream::hex_bit | library_stream::oct_bit)) return out.number(value, false, true);
    return out.number(value < 0 ? -(unsigned long long)value : value, value < 0, true);
}
inline ostream& operator<<(ostream& out, unsigned value) { return out.number(value, false, false); }
inline ostream& operator<<(ostream& out, unsigned short value) { return out.number(value, false, false); }
inline ostream& operator<<(ostream& out, unsigned long long value) { return out.number(value, false, false); }
inline ostream& operator<<(ostream& out, double value) { return out.real(value); }
inline ostream& operator<<(ostream& out, float value) { return out.real(value); }
inline ostream& operator<<(ostream& out, const void* pointer)
{
    char text[32];
    snprintf(text, 32, "%p", pointer);
    return out << (pointer == nullptr ? "0" : text);
}

// ---- Manipulators
inline ostream& operator<<(ostream& out, const library_flag& flag)
{
    out.setf(flag.set, flag.clear | flag.set);
    return out;
}
inline istream& operator>>(istream& in, const library_flag& flag)
{
    in.setf(flag.set, flag.clear | flag.set);
    return in;
}
const library_flag dec = {7, 1}, hex = {7, 2}, oct = {7, 4}, fixed = {24, 8}, scientific = {24, 16}, hexfloat = {24, 24}, defaultfloat = {24, 0}, left = {224, 32}, right = {224, 64}, internal = {224, 128},
                   showbase = {0, 256}, noshowbase = {256, 0}, showpos = {0, 512}, noshowpos = {512, 0}, uppercase = {0, 1024}, nouppercase = {1024, 0}, boolalpha = {0, 2048},
                   noboolalpha = {2048, 0}, showpoint = {0, 4096}, noshowpoint = {4096, 0}, skipws = {0, 8192}, noskipws = {8192, 0};
struct library_ending { bool line, text; };
const library_ending endl = {true, false}, flush = {false, false}, ends = {false, true};
inline ostream& operator<<(ostream& out, const library_ending& ending)
{
    if (ending.line) out.write("\n", 1);
    if (ending.text) out.put('\0');
    return out.flush();
}
struct library_width { int columns; };
struct library_precision { int digits; };
struct library_fill { char c; };
inline library_width setw(int columns) { return {columns}; }
inline library_precision setprecision(int digits) { return {digits}; }
inline library_fill setfill(char c) { return {c}; }
inline library_flag setbase(int base) { return {7, base == 16 ? 2 : base == 8 ? 4 : 1}; }
inline library_flag setiosflags(int flags) { return {0, flags}; }
inline library_flag resetiosflags(int flags) { return {flags, 0}; }
inline ostream& operator<<(ostream& out, const library_width& width)
{
    out.width(width.columns);
    return out;
}
inline ostream& operator<<(ostream& out, const library_precision& precision)
{
    out.precision(precision.digits);
    return out;
}
inline ostream& operator<<(ostream& out, const library_fill& fill)
{
    out.fill(fill.c);
    return out;
}

// ---- Input
inline istream& operator>>(istream& in, string& into)
{
    string word = in.word(nullptr);
    if (!in.fail()) into = word;
    return in;
}
inline istream& operator>>(istream& in, char& into)
{
    int c = in.get();
    while (c >= 0 && isspace(c)) c = in.get();
    if (c >= 0) into = (char)c;
    return in;
}
template <typename T> istream& library_read_whole(istream& in, T& into)
{
    string word = in.word("+-0123456789");
    if (!in.fail()) into = (T)strtoll(word.c_str(), nullptr, 10);
    return in;
}
inline istream& operator>>(istream& in, int& into) { return library_read_whole(in, into); }
inline istream& operator>>(istream& in, unsigned& into) { return library_read_whole(in, into); }
inline istream& operator>>(istream& in, long long& into) { return library_read_whole(in, into); }
inline istream& operator>>(istream& in, unsigned long long& into) { return library_read_whole(in, into); }
inline istream& operator>>(istream& in, short& into) { return library_read_whole(in, into); }
inline istream& operator>>(istream& in, double& into)
{
    string word = in.word("+-.0123456789eE");
    if (!in.fail()) into = strtod(word.c_str(), nullptr);
    return in;
}
inline istream& operator>>(istream& in, float& into)
{
    string word = in.word("+-.0123456789eE");
    if (!in.fail()) into = strtof(word.c_str(), nullptr);
    return in;
}
inline istream& getline(istream& in, string& line, char last = '\n')
{
    in.line(line, last);
    return in;
}
}  // namespace std
