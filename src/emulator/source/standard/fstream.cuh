// <fstream>. Files beside the program can be read; what is written is dropped.
namespace std {
class ifstream : public library_stream {
    bool open_ = false;

public:
    ifstream() {}
    explicit ifstream(const string& name, int = 0) { open(name); }
    explicit ifstream(const char* name, int = 0) { open(name); }
    void open(const string& name, int = 0)
    {
        size_t bytes = 0;
        const char* text = library_file(name.c_str(), &bytes);
        open_ = text != nullptr;
        if (open_) str(string(text, bytes));
        else setstate(true);
    }
    bool is_open() const { return open_; }
    void close() { open_ = false; }
};
class ofstream : public library_stream {
public:
    ofstream() { setstate(true); }
    explicit ofstream(const string&, int = 0) { setstate(true); }
    explicit ofstream(const char*, int = 0) { setstate(true); }
    void open(const string&, int = 0) {}
    void open(const char*, int = 0) {}
    bool is_open() const { return false; }
    void close() {}
};
using fstream = ofstream;
}  // namespace std
