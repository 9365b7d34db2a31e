// The preprocessor: walks a file's tokens, obeys directives, expands the text between them.
#include "emulator/source/preprocessor.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "core/ranges.h"
#include "emulator/source/library.h"
#include "emulator/source/macros.h"

namespace upsweep::emulator {

namespace {

constexpr int deepest_include = 32;
constexpr size_t most_files = 200;
constexpr int deepest_in_itself = 4;
constexpr size_t preprocessor_most_tokens = 2'000'000;

// What the ignored headers and the compiler would have defined.
constexpr std::string_view predefined =
    "#define __CUDACC__ 1\n#define __NVCC__ 1\n#define __CUDACC_VER_MAJOR__ 13\n"
    "#define __CUDACC_VER_MINOR__ 0\n#define __CUDACC_VER_BUILD__ 88\n#define CUDART_VERSION 13000\n"
    "#define __CUDA_ARCH__ 900\n#define __cplusplus 201703L\n"
    "#define CHAR_BIT 8\n#define SCHAR_MAX 127\n#define SCHAR_MIN (-128)\n#define UCHAR_MAX 255\n"
    "#define CHAR_MAX 127\n#define CHAR_MIN (-128)\n"
    "#define SHRT_MAX 32767\n#define SHRT_MIN (-32768)\n#define USHRT_MAX 65535\n"
    "#define INT_MAX 2147483647\n#define INT_MIN (-2147483647 - 1)\n#define UINT_MAX 4294967295u\n"
    "#define LONG_MAX 9223372036854775807l\n#define LONG_MIN (-9223372036854775807l - 1)\n"
    "#define ULONG_MAX 18446744073709551615ul\n"
    "#define LLONG_MAX 9223372036854775807ll\n#define LLONG_MIN (-9223372036854775807ll - 1)\n"
    "#define ULLONG_MAX 18446744073709551615ull\n#define SIZE_MAX 18446744073709551615ull\n"
    "#define INT8_MAX 127\n#define INT16_MAX 32767\n#define INT32_MAX 2147483647\n"
    "#define INT64_MAX 9223372036854775807ll\n#define INT8_MIN (-128)\n#define INT16_MIN (-32768)\n"
    "#define INT32_MIN (-2147483647 - 1)\n#define INT64_MIN (-9223372036854775807ll - 1)\n"
    "#define UINT8_MAX 255\n#define UINT16_MAX 65535\n#define UINT32_MAX 4294967295u\n"
    "#define UINT64_MAX 18446744073709551615ull\n"
    "#define FLT_MAX 3.402823466e+38f\n#define FLT_MIN 1.175494351e-38f\n#define FLT_EPSILON "
    "1.192092896e-07f\n"
    "#define DBL_MAX 1.7976931348623158e+308\n#define DBL_MIN 2.2250738585072014e-308\n"
    "#define DBL_EPSILON 2.2204460492503131e-16\n#define NULL 0\n"
    "#define HUGE_VALF __int_as_float(0x7f800000)\n"
    "#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)\n"
    "#define INFINITY __int_as_float(0x7f800000)\n#define NAN __int_as_float(0x7fffffff)\n"
    "#define CUDART_INF_F __int_as_float(0x7f800000)\n#define CUDART_NAN_F __int_as_float(0x7fffffff)\n"
    "#define CUDART_INF __longlong_as_double(0x7ff0000000000000ll)\n#define CUDART_NAN "
    "__longlong_as_double(0x7fffffffffffffffll)\n"
    "#define CUDART_PI_F 3.141592654f\n#define CUDART_PI 3.1415926535897931\n"
    "#define CUDART_PIO2_F 1.570796327f\n#define CUDART_PIO4_F 0.785398163f\n"
    "#define CUDART_SQRT_TWO_F 1.414213562f\n#define CUDART_SQRT_HALF_F 0.707106781f\n"
    "#define CUDART_L2E_F 1.442695041f\n#define CUDART_LN2_F 0.693147181f\n"
    "#define M_PI 3.14159265358979323846\n#define M_E 2.7182818284590452354\n"
    "#define M_PI_2 1.57079632679489661923\n#define M_PI_4 0.78539816339744830962\n"
    "#define M_1_PI 0.31830988618379067154\n#define M_LN2 0.69314718055994530942\n"
    "#define M_SQRT1_2 0.70710678118654752440\n"
    "#define M_SQRT2 1.41421356237309504880\n"
    "#define CUDART_CB\n#define CUDARTAPI\n#define EOF (-1)\n"
    "#define SEEK_SET 0\n#define SEEK_CUR 1\n#define SEEK_END 2\n#define _IONBF 2\n#define _IOLBF 1\n"
    "#define EXIT_SUCCESS 0\n#define EXIT_FAILURE 1\n#define RAND_MAX 2147483647\n"
    "#define CLOCKS_PER_SEC 1000000l\n"
    "#define __builtin_expect(value, expected) (value)\n"
    "#define __builtin_assume_aligned(pointer, ...) (pointer)\n"
    "#define __builtin_unreachable() __trap()\n#define __builtin_trap() __trap()\n#define __brkpt() "
    "__trap()\n"
    "#define __ATOMIC_RELAXED 0\n#define __ATOMIC_CONSUME 1\n#define __ATOMIC_ACQUIRE 2\n"
    "#define __ATOMIC_RELEASE 3\n#define __ATOMIC_ACQ_REL 4\n#define __ATOMIC_SEQ_CST 5\n"
    "#define __NV_ATOMIC_RELAXED 0\n#define __NV_ATOMIC_CONSUME 1\n#define __NV_ATOMIC_ACQUIRE 2\n"
    "#define __NV_ATOMIC_RELEASE 3\n#define __NV_ATOMIC_ACQ_REL 4\n#define __NV_ATOMIC_SEQ_CST 5\n"
    "#define __NV_THREAD_SCOPE_THREAD 0\n#define __NV_THREAD_SCOPE_BLOCK 1\n"
    "#define __NV_THREAD_SCOPE_DEVICE 3\n#define __NV_THREAD_SCOPE_SYSTEM 4\n";

/// Headers that host code includes in quotes and kernels do not need.
bool is_host_header(std::string_view name) {
    if (const size_t slash = name.rfind('/'); slash != std::string_view::npos) name.remove_prefix(slash + 1);
    for (std::string_view start :
         {"cuda", "device_launch", "device_functions", "helper_", "cooperative_groups", "math_constants",
          "sm_", "vector_types", "driver_types", "nvrtc"})
        if (name.starts_with(start)) return true;
    return false;
}

/// Whether a function of that name is defined or declared.
bool has_main(const std::vector<Token>& tokens) {
    for (size_t i = 0; i + 1 < tokens.size(); ++i)
        if (tokens[i].is("main") && tokens[i + 1].is("(")) return true;
    return false;
}

}  // namespace

std::string_view predefined_macros() { return predefined; }

class TranslationUnit::Preprocessor {
  public:
    Preprocessor(const SourceProvider& sources, Diagnostics& diagnostics)
        : sources_(sources), diagnostics_(diagnostics), macros_(diagnostics) {}

    void define(const Definitions& definitions) {
        take_lines(lex(-1, predefined).tokens);
        for (const auto& [name, value] : definitions) {
            // -D does not tell `F(x)` from `F (x)`: without a space it is a macro with parameters.
            const std::string_view text = diagnostics_.keep(name + " " + value);
            const std::vector<Token> tokens = lex(-1, text).tokens;
            macros_.define(std::span(tokens).first(tokens.size() - 1));
        }
        // nvcc includes it before the text.
        include_assert();
    }

    void read(const std::string& name, std::string text) {
        constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
        if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
        const int32_t number = diagnostics_.add_file(name, std::move(text));
        LexedFile file = lex(number, nth(diagnostics_.files(), number).text);
        append(result_.phases, file.phases);
        files_.push_back(name);
        const size_t outer = groups_.size();
        take_lines(file.tokens);
        if (groups_.size() > outer)
            diagnostics_.report(groups_.back().where, "This #if is never closed. End it with #endif.");
        groups_.resize(outer);
        files_.pop_back();
        end_ = file.tokens.back();
    }

    /// After the last file.
    void close() {
        result_.library = result_.tokens.size();
        const bool whole = has_main(result_.tokens);
        if (whole) ask_for_cuda_texts();
        if (whole)
            for (const EmbeddedFile& header : standard_headers(headers_))
                add_library(header.name, header.contents);
        if (needs_library(result_.tokens)) add_library(library_name, library_text());
        if (whole) add_library(host_library_name, host_library_text());
        result_.tokens.push_back(end_);
        result_.asked_for = result_.tokens.size();
    }

    const Preprocessed& ask_for(const std::string& wanted) {
        result_.tokens.resize(result_.asked_for);
        const std::vector<Token> tokens = lex(-1, diagnostics_.keep(wanted)).tokens;
        text(std::span(tokens).first(tokens.size() - 1));
        return result_;
    }

  private:
    /// The text's macros do not reach into it.
    void add_library(std::string_view name, std::string_view text) {
        const int32_t number = diagnostics_.add_file(std::string(name), std::string(text));
        const std::vector<Token> tokens = lex(number, nth(diagnostics_.files(), number).text).tokens;
        result_.tokens.insert(result_.tokens.end(), tokens.begin(), tokens.end() - 1);
    }

    /// What the runtime has of arrays and graphs is read where the text names something of it.
    void ask_for_cuda_texts() {
        for (const Token& token : result_.tokens) {
            if (token.kind != TokenKind::identifier) continue;
            // Other headers bring it along.
            if (token.is_any({"make_pair", "pair"})) headers_.insert("utility");
            if (token.is_any({"fill_n", "copy_n", "max_element", "min_element"}))
                headers_.insert("algorithm");
            for (std::string_view start : {"cudaGraph", "cudaStreamBeginCapture", "cudaStreamIsCapturing"})
                if (token.text.starts_with(start)) headers_.insert("cuda_graphs");
            for (std::string_view start :
                 {"cudaArray", "cudaTexture", "cudaSurface", "cudaMemcpy3D", "cudaMalloc3D", "cudaExtent",
                  "cudaPitchedPtr", "cudaChannelFormat", "cudaMallocArray", "cudaGraphAddMemcpyNode"})
                if (token.text.starts_with(start)) headers_.insert("cuda_arrays");
        }
    }

    struct Group {
        bool active = false;  ///< this part is read
        bool taken = false;   ///< a part was read, so #else and #elif are not
        SourceRange where;
    };

    bool active() const {
        return all_of(groups_, [](const Group& group) { return group.active; });
    }

    void take_lines(const std::vector<Token>& tokens) {
        const size_t end = tokens.size() - 1;
        for (size_t i = 0; i < end;) {
            size_t next = i;
            const bool is_directive = tokens[i].is("#") && tokens[i].first_on_line;
            if (is_directive) do
                    ++next;
                while (next < end && !tokens[next].first_on_line);
            else
                do ++next;
                while (next < end && !(tokens[next].is("#") && tokens[next].first_on_line));
            const auto part = std::span(tokens).subspan(i, next - i);
            if (is_directive)
                directive(part);
            else if (active())
                text(part);
            i = next;
        }
    }

    void text(std::span<const Token> part) {
        if (part.empty()) return;
        try {
            const std::vector<Token> expanded = macros_.expand(part);
            if (result_.tokens.size() + expanded.size() > preprocessor_most_tokens)
                diagnostics_.fail(part[0].where, "The kernel text is too long. Include fewer files.");
            take(expanded);
        } catch (const Abandon&) {
            append(result_.tokens, part);
        }
    }

    /// All but attributes, [[likely]], and _Pragma("unroll"), which change nothing here.
    void take(const std::vector<Token>& tokens) {
        for (size_t i = 0; i < tokens.size(); ++i) {
            if (tokens[i].is("[") && i + 1 < tokens.size() && tokens[i + 1].is("["))
                i = past_attribute(tokens, i);
            while (is_pragma(tokens, i)) i += 4;
            if (i < tokens.size()) result_.tokens.push_back(tokens[i]);
        }
    }

    static bool is_pragma(const std::vector<Token>& tokens, size_t i) {
        return i + 3 < tokens.size() && tokens[i].is("_Pragma") && tokens[i + 1].is("(") &&
               tokens[i + 2].kind == TokenKind::string && tokens[i + 3].is(")");
    }

    /// One past the ]] of the attribute that begins at `open`, and of those right behind it.
    static size_t past_attribute(const std::vector<Token>& tokens, size_t open) {
        int depth = 0;
        // Bounded: brackets that never close must not be scanned over and over.
        const size_t last = std::min(tokens.size(), open + 60);
        for (size_t i = open; i < last && !tokens[i].is(";"); ++i) {
            if (tokens[i].is("[")) ++depth;
            if (tokens[i].is("]")) --depth;
            if (depth > 0) continue;
            const bool another = i + 2 < tokens.size() && tokens[i + 1].is("[") && tokens[i + 2].is("[");
            return another ? past_attribute(tokens, i + 1) : i + 1;
        }
        return open;
    }

    void directive(std::span<const Token> line) {
        if (line.size() < 2) return;
        try {
            const Token& word = line[1];
            const auto rest = line.subspan(2);
            if (word.is_any({"if", "ifdef", "ifndef"}))
                open_group(word, rest);
            else if (word.is_any({"elif", "else", "endif"}))
                change_group(word, rest);
            else if (active())
                plain_directive(word, rest);
        } catch (const Abandon&) {
        }
    }

    bool holds(const Token& word, std::span<const Token> rest) {
        if (word.is_any({"if", "elif"})) return condition_holds(rest, word.where, macros_, diagnostics_);
        if (rest.empty()) diagnostics_.fail(word.where, "#" + std::string(word.text) + " needs a name.");
        return macros_.defined(rest[0].text) == word.is("ifdef");
    }

    void open_group(const Token& word, std::span<const Token> rest) {
        if (groups_.size() >= 200) diagnostics_.fail(word.where, "#if is nested too deeply.");
        const bool outer = active();
        // In a part that is skipped nothing is evaluated; `taken` keeps its #else skipped too.
        groups_.push_back({false, !outer, word.where});
        if (outer) groups_.back().active = groups_.back().taken = holds(word, rest);
    }

    void change_group(const Token& word, std::span<const Token> rest) {
        if (groups_.empty())
            diagnostics_.fail(word.where, "#" + std::string(word.text) + " has no #if before it.");
        if (word.is("endif")) {
            groups_.pop_back();
            return;
        }
        Group& group = groups_.back();
        group.active = false;
        if (group.taken) return;
        if (word.is("elif") && !holds(word, rest)) return;
        group.active = group.taken = true;
    }

    void plain_directive(const Token& word, std::span<const Token> rest) {
        if (word.is("define"))
            macros_.define(rest);
        else if (word.is("undef"))
            macros_.undefine(rest.empty() ? std::string_view() : rest[0].text);
        else if (word.is("include"))
            include(word, rest);
        else if (word.is("pragma"))
            pragma(rest);
        else if (word.is("error"))
            diagnostics_.fail(word.where, "#error:" + words(rest));
        else if (!word.is_any({"warning", "line"}) && word.kind == TokenKind::identifier)
            diagnostics_.fail(word.where, "`#" + std::string(word.text) + "` is not a directive.");
    }

    static std::string words(std::span<const Token> tokens) {
        std::string text;
        for (const Token& token : tokens) text += " " + std::string(token.text);
        return text;
    }

    void pragma(std::span<const Token> rest) {
        if (!rest.empty() && rest[0].is("once") && !files_.empty()) once_.insert(files_.back());
    }

    void include(const Token& word, std::span<const Token> line) {
        std::vector<Token> rest(line.begin(), line.end());
        if (!rest.empty() && rest[0].kind == TokenKind::identifier) rest = macros_.expand(line);
        if (!rest.empty() && rest[0].is("<")) {
            if (rest.size() > 1 && (rest[1].is("cassert") || rest[1].is("assert"))) include_assert();
            std::string name;
            for (const Token& token : std::span(rest).subspan(1))
                if (!token.is(">")) name += token.text;
            if (!include_sample_header(name)) headers_.insert(name);
            return;
        }
        if (rest.empty() || rest[0].kind != TokenKind::string)
            diagnostics_.fail(word.where, "#include needs a file name in quotes.");
        const std::string name(rest[0].text.substr(1, rest[0].text.size() - 2));
        if (int(files_.size()) >= deepest_include || diagnostics_.files().size() >= most_files)
            fail_endless(rest[0].where, name);
        for (const std::string& candidate : candidates(name)) {
            if (once_.contains(candidate)) return;
            if (std::count(files_.begin(), files_.end(), candidate) >= deepest_in_itself)
                fail_endless(rest[0].where, name);
            std::string text;
            try {
                text = sources_(candidate);
            } catch (const Error&) {
                continue;
            }
            read(candidate, std::move(text));
            return;
        }
        if (include_sample_header(name)) return;
        // Perhaps only host code needs it.
        if (!is_host_header(name))
            diagnostics_.suspect(rest[0].where, "There is no file `" + name +
                                                    "` beside this one. Only sibling files can be included.");
    }

    /// Whether it is a header of NVIDIA's samples; each is read once.
    bool include_sample_header(const std::string& name) {
        const std::string_view text = sample_header(name);
        if (text.empty()) return false;
        const std::string file = name.substr(name.rfind('/') + 1);
        if (is_samples_header(name)) headers_.insert("cuda_samples");
        if (once_.insert(file).second) read(file, std::string(text));
        return true;
    }

    /// <cassert>: whether assertions are looked at is decided again each time that it is included.
    void include_assert() {
        macros_.undefine("assert");
        if (macros_.defined("NDEBUG")) take_lines(lex(-1, "#define assert(...) ((void)0)\n").tokens);
    }

    [[noreturn]] void fail_endless(const SourceRange& where, const std::string& name) {
        diagnostics_.fail(
            where, "Files include each other endlessly. Write `#pragma once` at the top of `" + name + "`.");
    }

    /// Beside the including file first, then as it is written.
    std::vector<std::string> candidates(const std::string& name) const {
        const size_t slash = files_.empty() ? std::string::npos : files_.back().rfind('/');
        if (slash == std::string::npos) return {name};
        return {files_.back().substr(0, slash + 1) + name, name};
    }

    const SourceProvider& sources_;
    Diagnostics& diagnostics_;
    Macros macros_;
    std::vector<Group> groups_;
    std::vector<std::string> files_;  ///< being read, outermost first
    std::set<std::string> once_;
    std::set<std::string> headers_;  ///< of the standard and of CUDA, in <>
    Preprocessed result_;
    Token end_;
};

TranslationUnit::TranslationUnit(std::string file, const Definitions& definitions,
                                 const SourceProvider& sources, Diagnostics& diagnostics)
    : file_(std::move(file)), diagnostics_(diagnostics) {
    std::string text = sources(file_);
    ++front_end_work().texts_read;
    preprocessor_ = std::make_unique<Preprocessor>(sources, diagnostics);
    preprocessor_->define(definitions);
    preprocessor_->read(file_, std::move(text));
    preprocessor_->close();
}

TranslationUnit::~TranslationUnit() = default;

const Preprocessed& TranslationUnit::ask_for(const std::string& wanted) {
    return preprocessor_->ask_for(wanted);
}

FrontEndWork& front_end_work() {
    thread_local FrontEndWork work;
    return work;
}

}  // namespace upsweep::emulator
