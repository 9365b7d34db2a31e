// Which of a file's launches can run one after another, and with what.
#include "programs/host_sequence.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::programs {
namespace {

/// Why a launch cannot be run, as a phrase.
struct NotKnown {
    std::string why;
};

class Sequence {
  public:
    Sequence(const HostRun& run, const std::string& file, const Definitions& definitions,
             emulator::Compiler& compiler)
        : run_(run), file_(file), definitions_(definitions), compiler_(compiler) {}

    HostSequence made() {
        for (const HostLaunch& launch : run_.launches) {
            if (made_.launches.size() == most_in_order) {
                made_.left_out =
                    fmt::format("It launches {}{} times; the first {} run.",
                                run_.too_many ? "more than " : "", run_.launches.size(), most_in_order);
                return std::move(made_);
            }
            try {
                add(launch);
            } catch (const NotKnown& known) {
                const bool last = made_.launches.size() + 1 == run_.launches.size();
                made_.left_out =
                    fmt::format("Launch {} (line {}){} not run: {}.", made_.launches.size() + 1, launch.line,
                                last ? " does" : " and what follows it do", known.why);
                return std::move(made_);
            }
        }
        made_.left_out = open_sentence(run_);
        return std::move(made_);
    }

  private:
    void add(const HostLaunch& launch) {
        TypedLaunch typed;
        if (!launch.no_threads.empty()) throw NotKnown{launch.no_threads};
        typed.kernel = launch.kernel;
        typed.grid = shape(launch.grid, "grid");
        typed.block = shape(launch.block, "block");
        typed.shared = std::stoll(launch.shared.text);
        const Signature signature = signature_for(launch.kernel);
        std::vector<Given> given = launch.arguments;
        std::vector<HostBuffer> buffers = launch.buffers;
        // A struct without members, as functors are, has nothing to give.
        for (size_t k = signature.declared.size(); k-- > 0;)
            if (signature.declared[k].count == 0 && k < given.size()) {
                given.erase(given.begin() + ptrdiff_t(k));
                buffers.erase(buffers.begin() + ptrdiff_t(k));
            }
        const std::vector<Declared> wanted = given_parameters(signature);
        std::vector<std::string> filled;
        for (size_t k = 0; k < wanted.size() && k < given.size(); ++k)
            typed.arguments.push_back(
                argument(signature, wanted[k], given[k], buffers[k], filled, launch.line));
        for (size_t k = given.size(); k < wanted.size(); ++k)
            if (wanted[k].fallback.empty())
                throw NotKnown{fmt::format("the file gives {} nothing", in_ticks(wanted[k].name))};
        set(launch);
        made_.launches.push_back(std::move(typed));
        made_.lines.push_back(launch.line);
    }

    static std::string shape(const Given& given, const char* what) {
        if (given.text.empty()) throw NotKnown{fmt::format("its {} is known only when the file runs", what)};
        return given.text;
    }

    Signature signature_for(const std::string& function) {
        KernelName kernel;
        kernel.file = file_;
        kernel.definitions = definitions_;
        kernel.function = function;
        try {
            return signature_of(kernel, compiler_);
        } catch (const emulator::CompileError& error) {
            const emulator::Diagnostic& first = error.diagnostics().front();
            throw NotKnown{fmt::format("line {} is refused: {}", first.line,
                                       first.message.substr(0, first.message.find_last_not_of('.') + 1))};
        } catch (const Error&) {
            throw NotKnown{"its kernel is not known"};
        }
    }

    std::string argument(const Signature& signature, const Declared& declared, const Given& given,
                         const HostBuffer& buffer, std::vector<std::string>& filled, int32_t line) {
        const auto* first = &signature.parameters[declared.first];
        const bool pointers =
            std::any_of(first, first + declared.count, [](const Parameter& part) { return part.pointer; });
        if (!pointers) {
            if (given.text.empty())
                throw NotKnown{fmt::format("{} is known only when the file runs", in_ticks(declared.name))};
            return given.text;
        }
        if (given.text == "null" || (declared.count == 1 && given.text == "0")) return "null";
        if (declared.count != 1)
            throw NotKnown{
                fmt::format("{} holds pointers, whose buffers are not followed", in_ticks(declared.name))};
        if (buffer.number < 0 && !buffer.name.empty())
            throw NotKnown{fmt::format("nothing gives the pointer {} a value", in_ticks(buffer.name))};
        if (buffer.number < 0)
            throw NotKnown{
                fmt::format("where {} points to is known only when the file runs", in_ticks(declared.name))};
        return pointer(declared, buffer, filled, line);
    }

    std::string pointer(const Declared& declared, const HostBuffer& buffer, std::vector<std::string>& filled,
                        int32_t line) {
        if (buffer.lost)
            throw NotKnown{fmt::format("{} is given what a kernel before it has made of another buffer",
                                       in_ticks(declared.name))};
        const std::string name = name_of(buffer, declared);
        const auto known = [&](const std::vector<std::string>& names) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        const std::string part = buffer.offset == 0 ? "" : fmt::format("+{}", buffer.offset);
        if (!buffer.written || known(filled)) return name + part;
        if (!part.empty())
            throw NotKnown{
                fmt::format("{} begins inside of its buffer at its first use", in_ticks(declared.name))};
        if (buffer.contents.text.empty())
            throw NotKnown{
                fmt::format("the size of {} is known only when the file runs", in_ticks(declared.name))};
        // What the host may have made of results is not guessed.
        const bool of_results =
            !made_.launches.empty() && buffer.contents.guessed.find("worked out") != std::string::npos;
        if (of_results)
            throw NotKnown{fmt::format("what the file puts into {} is known only when it runs",
                                       in_ticks(declared.name))};
        if (!buffer.contents.guessed.empty())
            made_.guessed.push_back(fmt::format("{} in line {} is {}: {}", name, line,
                                                buffer.contents.text.substr(0, 40), buffer.contents.guessed));
        filled.push_back(name);
        return name + "=" + buffer.contents.text;
    }

    /// The variable's own name; a second buffer that is passed by the same one has a number behind it.
    std::string name_of(const HostBuffer& buffer, const Declared& declared) {
        std::string& name = names_[buffer.number];
        if (!name.empty()) return name;
        const std::string wanted = buffer.name.empty() ? declared.name : buffer.name;
        const auto taken = [&](const std::string& text) {
            return std::any_of(names_.begin(), names_.end(),
                               [&](const auto& other) { return other.second == text; });
        };
        std::string made = wanted;
        for (int k = 2; taken(made); ++k) made = fmt::format("{}_{}", wanted, k);
        return name = made;
    }

    /// Variables of the device keep for all launches what they begin with here.
    void set(const HostLaunch& launch) {
        for (const auto& [setting, guessed, never_set] : launch.settings) {
            const std::string name = setting.substr(0, setting.find('=') + 1);
            const auto before =
                std::find_if(made_.settings.begin(), made_.settings.end(),
                             [&](const std::string& other) { return other.rfind(name, 0) == 0; });
            if (before == made_.settings.end()) {
                made_.settings.push_back(setting);
                if (!guessed.empty()) made_.guessed.push_back(guess_sentence(setting, guessed));
            } else if (*before != setting)
                throw NotKnown{
                    fmt::format("{} is set anew before it", in_ticks(name.substr(0, name.size() - 1)))};
        }
    }

    const HostRun& run_;
    const std::string& file_;
    const Definitions& definitions_;
    emulator::Compiler& compiler_;
    std::map<int, std::string> names_;
    HostSequence made_;
};

}  // namespace

HostSequence sequence_of(const HostRun& run, const std::string& file, const Definitions& definitions,
                         emulator::Compiler& compiler) {
    return Sequence(run, file, definitions, compiler).made();
}

std::string guess_sentence(const std::string& setting, const std::string& why) {
    const size_t equals = setting.find('=');
    return fmt::format("{} begins with {}: {}", setting.substr(0, equals), setting.substr(equals + 1, 40),
                       why);
}

std::string open_sentence(const HostRun& run) {
    if (run.open_line == 0) return {};
    return fmt::format(
        "How often line {} launches depends on what only a run of the whole program can tell; "
        "what is known of it runs.",
        run.open_line);
}

}  // namespace upsweep::programs
