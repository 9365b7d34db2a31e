// Numbers out of text: std::stoi and its family.
namespace std {
inline const char* library_number_end(const char* text, const char* end, const char* function, size_t* used)
{
    if (end == text) throw invalid_argument(function);
    if (used != nullptr) *used = end - text;
    return end;
}
inline long long stoll(const string& text, size_t* used = nullptr, int base = 10)
{
    char* end;
    long long value = strtoll(text.c_str(), &end, base);
    library_number_end(text.c_str(), end, "stoll", used);
    return value;
}
inline unsigned long long stoull(const string& text, size_t* used = nullptr, int base = 10)
{
    char* end;
    unsigned long long value = strtoull(text.c_str(), &end, base);
    library_number_end(text.c_str(), end, "stoull", used);
    return value;
}
inline long stol(const string& text, size_t* used = nullptr, int base = 10)
{
    char* end;
    long value = strtol(text.c_str(), &end, base);
    library_number_end(text.c_str(), end, "stol", used);
    return value;
}
inline unsigned long stoul(const string& text, size_t* used = nullptr, int base = 10)
{
    char* end;
    unsigned long value = strtoul(text.c_str(), &end, base);
    library_number_end(text.c_str(), end, "stoul", used);
    return value;
}
inline int stoi(const string& text, size_t* used = nullptr, int base = 10)
{
    char* end;
    long long value = strtoll(text.c_str(), &end, base);
    library_number_end(text.c_str(), end, "stoi", used);
    if (value < -2147483648ll || value > 2147483647ll) throw out_of_range("stoi");
    return (int)value;
}
inline double stod(const string& text, size_t* used = nullptr)
{
    char* end;
    double value = strtod(text.c_str(), &end);
    library_number_end(text.c_str(), end, "stod", used);
    return value;
}
inline float stof(const string& text, size_t* used = nullptr)
{
    char* end;
    float value = strtof(text.c_str(), &end);
    library_number_end(text.c_str(), end, "stof", used);
    return value;
}
}  // namespace std
