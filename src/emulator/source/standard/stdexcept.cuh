// <exception> and <stdexcept>
namespace std {
class exception {
public:
    virtual ~exception() {}
    virtual const char* what() const { return "std::exception"; }
};
class bad_alloc : public exception {
public:
    const char* what() const override { return "std::bad_alloc"; }
};
class library_error_with_text : public exception {
    string text;

public:
    explicit library_error_with_text(const string& what) : text(what) {}
    const char* what() const override { return text.c_str(); }
};
class runtime_error : public library_error_with_text {
public:
    explicit runtime_error(const string& what) : library_error_with_text(what) {}
};
class logic_error : public library_error_with_text {
public:
    explicit logic_error(const string& what) : library_error_with_text(what) {}
};
class range_error : public runtime_error {
public:
    explicit range_error(const string& what) : runtime_error(what) {}
};
class overflow_error : public runtime_error {
public:
    explicit overflow_error(const string& what) : runtime_error(what) {}
};
class underflow_error : public runtime_error {
public:
    explicit underflow_error(const string& what) : runtime_error(what) {}
};
class invalid_argument : public logic_error {
public:
    explicit invalid_argument(const string& what) : logic_error(what) {}
};
class out_of_range : public logic_error {
public:
    explicit out_of_range(const string& what) : logic_error(what) {}
};
class length_error : public logic_error {
public:
    explicit length_error(const string& what) : logic_error(what) {}
};
class domain_error : public logic_error {
public:
    explicit domain_error(const string& what) : logic_error(what) {}
};

inline void library_out_of_range(const char* format, size_t i, size_t size)
{
    char text[128];
    snprintf(text, 128, format, i, size);
    throw out_of_range(text);
}
}  // namespace std
