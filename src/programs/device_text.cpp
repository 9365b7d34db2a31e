#include "programs/device_text.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/words.h"
#include "emulator/source/library.h"
#include "emulator/source/preprocessor.h"
#include "emulator/syntax/outline.h"

namespace upsweep::programs {
namespace {

using emulator::Item;
using emulator::ItemKind;
using emulator::SourceRange;
using emulator::Token;

constexpr std::string_view prelude_name = "upsweep_host_headers.cuh";

/// What the headers that are left out would have declared, as far as kernels use it.
constexpr std::string_view types =
    "typedef signed char int8_t;\ntypedef unsigned char uint8_t;\ntypedef short int16_t;\n"
    "typedef unsigned short uint16_t;\ntypedef int int32_t;\ntypedef unsigned int uint32_t;\n"
    "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\ntypedef long long intptr_t;\n"
    "typedef unsigned long long uintptr_t;\ntypedef long ptrdiff_t;\ntypedef unsigned char uchar;\n"
    "typedef unsigned short ushort;\ntypedef unsigned int uint;\ntypedef unsigned long ulong;\n"
    "namespace std {\nusing ::int8_t;\nusing ::uint8_t;\nusing ::int16_t;\nusing ::uint16_t;\n"
    "using ::int32_t;\nusing ::uint32_t;\nusing ::int64_t;\nusing ::uint64_t;\nusing ::size_t;\n"
    "using ::min;\nusing ::max;\nusing ::sqrt;\nusing ::fabs;\nusing ::abs;\nusing ::exp;\nusing ::log;\n"
    "using ::pow;\nusing ::sin;\nusing ::cos;\n}\n";

std::string prelude() {
    std::string text = "#pragma once\n";
    const std::string_view macros = emulator::predefined_macros();
    for (size_t begin = 0, end = 0; begin < macros.size(); begin = end + 1) {
        end = std::min(macros.find('\n', begin), macros.size());
        const std::string_view line = macros.substr(begin, end - begin);
        constexpr std::string_view define = "#define ";
        if (!line.starts_with(define)) continue;
        const std::string_view name =
            line.substr(define.size(), line.find_first_of(" (", define.size()) - define.size());
        // The compiler's own.
        if (name.starts_with("__") || name == "CUDART_VERSION") continue;
        text += fmt::format("#ifndef {}\n{}\n#endif\n", name, line);
    }
    return text + std::string(types);
}

/// Headers of CUDA that the GPU's compiler reads itself.
bool is_for_kernels(std::string_view header) {
    for (std::string_view start : {"cooperative_groups", "cuda/", "cuda_fp16", "cuda_bf16", "cuda_fp8",
                                   "cuda_pipeline", "mma.h", "cub/"})
        if (header.starts_with(start)) return true;
    return false;
}

/// The file's lines with some of them, or parts of them, made blank.
class Lines {
  public:
    explicit Lines(std::string text) : text_(std::move(text)), blank_(text_.size(), 0) {
        starts_.push_back(0);
        for (size_t i = 0; i < text_.size(); ++i)
            if (text_[i] == '\n') starts_.push_back(i + 1);
    }

    void set(const SourceRange& from, const SourceRange& to, bool blank) {
        const size_t begin = place(from.line, from.column), end = place(to.end_line, to.end_column);
        for (size_t i = begin; i < end; ++i) blank_[i] = blank ? 1 : 0;
    }

    /// Directives stay wherever they are, but for headers that are missing.
    std::string text(const std::set<std::string_view>& siblings) {
        bool goes_on = false;
        for (size_t i = 0; i < starts_.size(); ++i) {
            const size_t begin = starts_[i];
            const size_t end = i + 1 < starts_.size() ? starts_[i + 1] - 1 : text_.size();
            const std::string_view line = std::string_view(text_).substr(begin, end - begin);
            const bool directive = goes_on || trimmed(line).starts_with("#");
            goes_on = directive && line.ends_with("\\");
            if (directive) {
                std::fill(blank_.begin() + begin, blank_.begin() + end, char{0});
                include(begin, end, siblings);
            }
        }
        for (size_t i = 0; i < text_.size(); ++i)
            if (blank_[i] != 0 && text_[i] != '\n') text_[i] = ' ';
        return std::move(text_);
    }

  private:
    size_t place(int32_t line, int32_t column) const {
        if (line < 1 || size_t(line) > starts_.size()) return text_.size();
        return std::min(text_.size(), starts_[size_t(line) - 1] + size_t(std::max(column, 1)) - 1);
    }

    void include(size_t begin, size_t end, const std::set<std::string_view>& siblings) {
        std::string_view rest = trimmed(std::string_view(text_).substr(begin, end - begin));
        rest.remove_prefix(1);
        rest = trimmed(rest);
        if (!rest.starts_with("include")) return;
        const size_t open = rest.find_first_of("<\"");
        if (open == std::string_view::npos) return;
        const size_t close = rest.find_first_of(">\"", open + 1);
        if (close == std::string_view::npos) return;
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        const bool quoted = rest[open] == '"';
        if (quoted && siblings.contains(name)) return;
        if (is_for_kernels(name)) {
            const size_t at = rest.data() - text_.data();
            text_[at + open] = '<';
            text_[at + close] = '>';
            return;
        }
        std::fill(blank_.begin() + begin, blank_.begin() + end, char{1});
    }

    std::string text_;
    std::vector<char> blank_;
    std::vector<size_t> starts_;
};

/// Which declarations the kernel needs, found by the names that are in them.
class Needed {
  public:
    Needed(const std::vector<Token>& tokens, size_t count, size_t library)
        : tokens_(tokens),
          count_(count),
          library_(library),
          outline_(emulator::outline(tokens, count, library)) {
        collect();
    }

    /// After the file's end comes the request: a kernel with its template arguments.
    void add_asked_for() {
        names(count_, tokens_.size());
        while (!open_.empty()) {
            const std::string_view name = open_.back();
            open_.pop_back();
            for (size_t i = 0; i < all_.size(); ++i)
                if (all_[i].name == name && !kept_[i] && is_for_device(all_[i])) {
                    kept_[i] = true;
                    names(all_[i].begin, all_[i].end);
                }
        }
    }

    /// First the declarations that are not needed, then those that are: a macro can make several of one text.
    template <typename Set>
    void mark(Set set) const {
        for (size_t i = 0; i < all_.size(); ++i)
            if (!kept_[i]) set(tokens_[all_[i].begin], tokens_[all_[i].end - 1], true);
        for (size_t i = 0; i < all_.size(); ++i)
            if (kept_[i]) set(tokens_[all_[i].begin], tokens_[all_[i].end - 1], false);
    }

  private:
    void add(const Item& item, std::string_view name) {
        if (item.begin >= library_ || item.end <= item.begin) return;
        Item own = item;
        own.name = name;
        // extern "C" in front of one declaration goes with it.
        if (own.begin >= 2 && tokens_[own.begin - 2].is("extern") &&
            tokens_[own.begin - 1].kind == emulator::TokenKind::string)
            own.begin -= 2;
        all_.push_back(own);
    }

    void collect() {
        for (const Item& item : outline_.items) add(item, item.name);
        for (const auto& [owner, items] : outline_.members)
            for (const Item& item : items) add(item, owner);
        for (const auto& [name, items] : outline_.prototypes)
            for (const Item& item : items) add(item, name);
        for (const Item& item : outline_.assertions) add(item, "");
        loose();
        kept_.assign(all_.size(), false);
        // What calls an operator does not name it.
        for (size_t i = 0; i < all_.size(); ++i)
            if (all_[i].name.starts_with("operator") && is_for_device(all_[i])) {
                kept_[i] = true;
                names(all_[i].begin, all_[i].end);
            }
    }

    /// Explicit instantiations, and what is taken out of std: the outline has no items for them.
    void loose() {
        std::vector<char> covered(library_, 0);
        for (const Item& item : all_)
            std::fill(covered.begin() + item.begin, covered.begin() + std::min(item.end, library_), char{1});
        for (size_t i = 0; i + 1 < library_; ++i) {
            if (covered[i] != 0) continue;
            const bool instance = tokens_[i].is("template") && !tokens_[i + 1].is("<");
            const bool taken = tokens_[i].is("using") && tokens_[i + 1].is("std");
            if (!instance && !taken) continue;
            Item item;
            item.begin = i;
            while (i + 1 < library_ && !tokens_[i].is(";")) ++i;
            item.end = i + 1;
            all_.push_back(item);
        }
    }

    bool is_for_device(const Item& item) const {
        if (item.kind == ItemKind::function) return item.is_device || item.is_constexpr;
        if (item.kind != ItemKind::variable) return true;
        return std::any_of(tokens_.begin() + item.begin, tokens_.begin() + item.end, [](const Token& token) {
            return token.is_any(
                {"__device__", "__constant__", "__shared__", "__managed__", "const", "constexpr"});
        });
    }

    void names(size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i)
            if (tokens_[i].kind == emulator::TokenKind::identifier && known_.insert(tokens_[i].text).second)
                open_.push_back(tokens_[i].text);
    }

    const std::vector<Token>& tokens_;
    size_t count_, library_;
    emulator::Outline outline_;
    std::vector<Item> all_;
    std::vector<char> kept_;
    std::set<std::string_view> known_;
    std::vector<std::string_view> open_;
};

}  // namespace

std::vector<std::pair<std::string, std::string>> device_texts(const std::vector<KernelName>& kernels,
                                                              emulator::Compiler& compiler) {
    const KernelName& kernel = kernels.front();
    emulator::TranslationUnit& unit = compiler.text(kernel.file, kernel.definitions);
    const emulator::Preprocessed& read = unit.ask_for("");
    Needed needed(read.tokens, read.asked_for, read.library);
    for (const KernelName& one : kernels) {
        unit.ask_for(one.function);
        needed.add_asked_for();
    }
    std::vector<Lines> lines;
    std::set<std::string_view> siblings;
    const auto& files = unit.diagnostics().files();
    for (const emulator::SourceText& file : files) {
        lines.emplace_back(file.text);
        siblings.insert(file.name);
        // Included from a file of the same folder it has no folder in its name.
        siblings.insert(std::string_view(file.name).substr(file.name.rfind('/') + 1));
    }
    needed.mark([&](const Token& first, const Token& last, bool blank) {
        const int32_t file = first.where.file;
        if (file >= 0 && file == last.where.file) nth(lines, file).set(first.where, last.where, blank);
    });
    std::vector<std::pair<std::string, std::string>> texts;
    for (size_t i = 0; i < files.size(); ++i)
        if (files[i].name != emulator::library_name && files[i].name != emulator::host_library_name)
            texts.emplace_back(files[i].name, lines[i].text(siblings));
    texts.front().second =
        fmt::format("#include \"{}\"\n#line 1 \"{}\"\n", prelude_name, kernel.file) + texts.front().second;
    texts.emplace_back(prelude_name, prelude());
    return texts;
}

}  // namespace upsweep::programs
