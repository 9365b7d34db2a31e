// <fstream>. A program opens no files: to read gives nothing, and what is written is dropped.
namespace std {
class library_file : public library_stream {
public:
    library_file() { setstate(true); }
    explicit library_file(const string&, int = 0) { setstate(true); }
    explicit library_file(const char*, int = 0) { setstate(true); }
    void open(const string&, int = 0) {}
    void open(const char*, int = 0) {}
    bool is_open() const { return false; }
    void close() {}
};
using ofstream = library_file;
using ifstream = library_file;
using fstream = library_file;
}  // namespace std
