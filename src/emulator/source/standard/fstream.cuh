// <fstream>
namespace std {
class ifstream : public library_stream {
public:
    ifstream() {}
    explicit ifstream(const string& name, int mode = 0) { open_with(name.c_str(), "rb"); }
    void open(const string& name, int mode = 0) { open_with(name.c_str(), "rb"); }
};
class ofstream : public library_stream {
public:
    ofstream() {}
    explicit ofstream(const string& name, int mode = 0) { open(name, mode); }
    void open(const string& name, int mode = 0) { open_with(name.c_str(), mode & app ? "ab" : "wb"); }
};
using fstream = ifstream;
}  // namespace std
