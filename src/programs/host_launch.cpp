// The launches of a file, and the one that a kernel is opened with.
#include "programs/host_launch.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "programs/arguments.h"
#include "programs/host_reader.h"

namespace upsweep::programs {
namespace {

std::string_view without_arguments(std::string_view kernel) {
    return kernel.substr(0, kernel.find_first_of("<("));
}

bool is_pointer(const Signature& signature, const Declared& declared) {
    return declared.count == 1 && signature.parameters[declared.first].pointer;
}

int64_t product(const Dim3& sides) { return sides.x * sides.y * sides.z; }

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
        return std::any_of(words.begin(), words.end(), [&](std::string_view known) {
            return word == known || (known.size() > 2 && word.find(known) != std::string::npos);
        });
    };
    if (any({"width", "cols", "columns", "w", "nx", "pitch", "stride"})) return Size::across;
    if (any({"height", "rows", "h", "ny"})) return Size::down;
    if (any({"n", "m", "k", "size", "len", "count", "num", "elements", "total"})) return Size::all;
    return Size::none;
}

/// Fills in what a file leaves open.
class Guess {
  public:
    Guess(const Signature& signature, HostLaunch& launch) : signature_(signature), launch_(launch) {}

    void run() {
        const bool image = has(Size::across) && has(Size::down);
        shape(launch_.grid, image ? "2,2" : "2");
        shape(launch_.block, image ? "8,8" : "32");
        if (launch_.shared.text.empty()) launch_.shared = {"0"};
        // A launch without threads is refused later, and has nothing to count here.
        if (launch_.no_threads.empty()) {
            grid_ = parse_dim3(launch_.grid.text, "grid");
            block_ = parse_dim3(launch_.block.text, "block");
        }
        const std::vector<Declared> wanted = given_parameters(signature_);
        launch_.arguments.resize(wanted.size());
        for (size_t k = 0; k < wanted.size(); ++k) argument(wanted[k], launch_.arguments[k]);
    }

  private:
    static constexpr const char* unsaid = "the file does not say";

    bool has(Size size) const {
        return std::any_of(signature_.parameters.begin(), signature_.parameters.end(),
                           [&](const Parameter& p) { return !p.pointer && size_of_name(p.name) == size; });
    }

    static void shape(Given& given, const char* usual) {
        if (!given.text.empty()) return;
        given = {usual, given.guessed.empty() ? unsaid : given.guessed};
    }

    int64_t threads() const { return product(grid_) * product(block_); }

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
        return std::any_of(
            signature_.parameters.begin(), signature_.parameters.end(),
            [](const Parameter& p) { return p.pointer && p.type_name.find("const") != std::string::npos; });
    }

    void argument(const Declared& declared, Given& given) const {
        const Parameter& first = signature_.parameters[declared.first];
        if (!given.text.empty() && fits(declared, given.text)) return;
        // Nothing is invented for a pointer that leads nowhere.
        if (!given.never_set.empty()) return;
        if (given.text.empty() && given.guessed.empty() && !declared.fallback.empty()) {
            given = {declared.fallback};
            return;
        }
        const std::string why = given.guessed.empty() ? unsaid : given.guessed;
        if (is_pointer(signature_, declared)) {
            given = {buffer(first), why};
            return;
        }
        std::string text;
        for (size_t k = 0; k < declared.count; ++k) {
            const Parameter& part = signature_.parameters[declared.first + k];
            text += (k > 0 ? ";" : "") + (part.pointer ? buffer(part) : number(part));
        }
        given = {text, why};
    }

    bool fits(const Declared& declared, const std::string& text) const {
        if (declared.count != 1)
            return std::count(text.begin(), text.end(), ';') + 1 == ptrdiff_t(declared.count);
        // A plus sign may also stand in a number.
        const bool part = std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_';
        const bool buffer = text.find(':') != std::string::npos || text == "null" ||
                            (part && text.find('+') != std::string::npos);
        return buffer == is_pointer(signature_, declared);
    }

    const Signature& signature_;
    HostLaunch& launch_;
    Dim3 grid_, block_;
};

/// The reader knows parameters by their places alone, and variables that the kernel may not use.
void name_shared_buffers(const Signature& signature, HostLaunch& launch) {
    // A struct without members, as functors are, has nothing to give.
    for (size_t k = signature.declared.size(); k-- > 0;)
        if (signature.declared[k].count == 0 && k < launch.arguments.size())
            launch.arguments.erase(launch.arguments.begin() + ptrdiff_t(k));
    const std::vector<Declared> wanted = given_parameters(signature);
    for (Given& given : launch.arguments) {
        if (given.text.rfind("same:", 0) != 0) continue;
        const size_t plus = given.text.find('+');
        const auto number = size_t(std::stoul(given.text.substr(5)));
        const std::string name =
            number < wanted.size() ? signature.parameters[wanted[number].first].name : std::string();
        if (plus != std::string::npos && !name.empty())
            given.text = name + given.text.substr(plus);
        else
            given.text = name.empty() ? "" : "same:" + name;
    }
    std::erase_if(launch.settings, [&](const Given& setting) {
        return std::none_of(signature.globals.begin(), signature.globals.end(),
                            [&](const emulator::GlobalVariable& variable) {
                                return setting.text.rfind(variable.as.name + "=", 0) == 0;
                            });
    });
}

}  // namespace

HostRun host_run(const std::string& file, const Definitions& definitions, emulator::Compiler& compiler) {
    const emulator::Preprocessed& text = compiler.text(file, definitions).ask_for("");
    const size_t count = text.asked_for;
    const std::vector<emulator::Token> tokens(text.tokens.begin(), text.tokens.begin() + ptrdiff_t(count));
    const emulator::Outline outline = emulator::outline(tokens, count, text.library);
    return HostReader(tokens, outline).run();
}

std::vector<HostLaunch> host_launches(const HostRun& run) {
    std::vector<HostLaunch> once;
    for (const HostLaunch& launch : run.launches) {
        const bool again = std::any_of(once.begin(), once.end(), [&](const HostLaunch& other) {
            return other.line == launch.line && other.kernel == launch.kernel;
        });
        if (!again) once.push_back(launch);
    }
    return once;
}

std::vector<HostLaunch> host_launches(const std::string& file, const Definitions& definitions,
                                      emulator::Compiler& compiler) {
    return host_launches(host_run(file, definitions, compiler));
}

HostLaunch opening_launch(const Signature& signature, const std::vector<HostLaunch>& launches) {
    const std::string_view name = without_arguments(signature.kernel.function);
    HostLaunch made;
    const auto exact = std::find_if(launches.begin(), launches.end(), [&](const HostLaunch& launch) {
        return launch.kernel == signature.kernel.function;
    });
    const auto alike = std::find_if(launches.begin(), launches.end(), [&](const HostLaunch& launch) {
        return without_arguments(launch.kernel) == name;
    });
    if (exact != launches.end())
        made = *exact;
    else if (alike != launches.end())
        made = *alike;
    made.kernel = signature.kernel.function;
    name_shared_buffers(signature, made);
    Guess(signature, made).run();
    return made;
}

}  // namespace upsweep::programs
