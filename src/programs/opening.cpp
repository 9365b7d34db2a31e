// Guesses for what a launch by hand leaves open.
#include "programs/opening.h"

#include <cctype>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/ranges.h"
#include "programs/arguments.h"

namespace upsweep::programs {
namespace {

std::string lower(std::string_view text) {
    std::string made;
    for (const char c : text) made += char(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

/// What the number of a size is likely to be, by the parameter's name.
enum class Size : uint8_t { none, all, across, down };

Size size_of_name(std::string_view name) {
    const std::string word = lower(name);
    const auto any = [&](std::initializer_list<std::string_view> words) {
        return any_of(words, [&](std::string_view known) {
            return word == known || (known.size() > 2 && word.find(known) != std::string::npos);
        });
    };
    if (any({"width", "cols", "columns", "w", "nx", "pitch", "stride"})) return Size::across;
    if (any({"height", "rows", "h", "ny"})) return Size::down;
    if (any({"n", "m", "k", "size", "len", "count", "num", "elements", "total"})) return Size::all;
    return Size::none;
}

class Guess {
  public:
    Guess(const Signature& signature, KnownLaunch& launch) : signature_(signature), launch_(launch) {}

    void run() {
        const bool image = has(Size::across) && has(Size::down);
        shape(launch_.grid, image ? "2,2" : "2");
        shape(launch_.block, image ? "8,8" : "32");
        if (launch_.shared.text.empty()) launch_.shared = {"0"};
        grid_ = parse_dim3(launch_.grid.text, "grid");
        block_ = parse_dim3(launch_.block.text, "block");
        const std::vector<Declared> wanted = given_parameters(signature_);
        launch_.arguments.resize(wanted.size());
        for (size_t k = 0; k < wanted.size(); ++k) argument(wanted[k], launch_.arguments[k]);
    }

  private:
    static constexpr const char* unsaid = "the file does not say";

    bool has(Size size) const {
        return any_of(signature_.parameters,
                      [&](const Parameter& p) { return !p.pointer && size_of_name(p.name) == size; });
    }

    static void shape(Given& given, const char* usual) {
        if (given.text.empty()) given = {usual, unsaid};
    }

    int64_t threads() const { return grid_.count() * block_.count(); }

    std::string number(const Parameter& parameter) const {
        switch (size_of_name(parameter.name)) {
            case Size::across:
                return std::to_string(grid_.x * block_.x);
            case Size::down:
                return std::to_string(grid_.y * block_.y);
            case Size::all:
                return std::to_string(threads());
            case Size::none:
                break;
        }
        return "1";
    }

    std::string buffer(const Parameter& parameter) const {
        const auto numbers = int64_t(std::max<size_t>(1, parameter.scalars.size()));
        // What is const is read: values that differ show what becomes of each.
        const bool read = parameter.type_name.find("const") != std::string::npos;
        return fmt::format("{}:{}", read || !has_const() ? "iota" : "zeros", threads() * numbers);
    }

    bool has_const() const {
        return any_of(signature_.parameters, [](const Parameter& p) {
            return p.pointer && p.type_name.find("const") != std::string::npos;
        });
    }

    void argument(const Declared& declared, Given& given) const {
        if (!given.text.empty()) return;
        if (!declared.fallback.empty()) {
            given = {declared.fallback};
            return;
        }
        std::string text;
        for (size_t k = 0; k < declared.count; ++k) {
            const Parameter& part = signature_.parameters[declared.first + k];
            text += (k > 0 ? ";" : "") + (part.pointer ? buffer(part) : number(part));
        }
        given = {text, unsaid};
    }

    const Signature& signature_;
    KnownLaunch& launch_;
    Dim3 grid_, block_;
};

}  // namespace

KnownLaunch opening_launch(const Signature& signature, KnownLaunch known) {
    known.kernel = signature.kernel.function;
    Guess(signature, known).run();
    return known;
}

}  // namespace upsweep::programs
