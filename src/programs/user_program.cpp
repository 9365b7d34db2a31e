// Opens the user's file: kernel, launch, arguments. Other files are recognised by their first bytes, and
// texts by their lines.
#include "programs/user_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/utf8.h"
#include "core/words.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "media/file.h"
#include "pipelines/algorithm.h"
#include "programs/arguments.h"
#include "programs/fill.h"
#include "programs/opening.h"
#include "programs/signature.h"
#include "programs/whole.h"

namespace upsweep::programs {

namespace {

namespace fs = std::filesystem;
using From = Choice::From;

constexpr int64_t most_source_bytes = 4 << 20;

class UserProgramOpening {
  public:
    UserProgramOpening(const UserProgram& program, emulator::Compiler& compiler, MissingArguments missing,
                       OpenedProgram& into, const emulator::RunOptions& options)
        : program_(program), compiler_(compiler), missing_(missing), opened_(into), options_(options) {}

    void run() {
        KernelName kernel;
        kernel.file = name_of(program_);
        kernel.definitions = parse_definitions(program_.definitions);
        const bool main = emulator::has_main(compiler_, kernel.file, kernel.definitions);
        opened_.has_main = main;
        opened_.kernels = kernels_in(kernel.file, kernel.definitions, compiler_);
        if (main && says_nothing(program_)) return run_whole(kernel);
        KnownLaunch known;
        if (main && lacks_something(kernel)) known = learn_from_main();
        open_by_hand(kernel, std::move(known));
    }

  private:
    void run_whole(KernelName& kernel) {
        OpenedProgram made;
        try {
            open_whole(program_, compiler_, options_, made);
        } catch (const emulator::CompileError& error) {
            // A kernel that is not marked as one explains more than the launch of it.
            if (opened_.kernels.empty()) compiler_.explain_no_kernels(kernel.file, kernel.definitions);
            throw MainRefused(error, command_by_hand(kernel));
        }
        if (made.whole->host.unknown) made.by_hand = command_by_hand(kernel);
        made.kernels = opened_.kernels;
        made.has_main = true;
        opened_ = std::move(made);
        opened_.expected = expected_of(program_.expected, opened_.signature, opened_.prepared);
    }

    /// As a person could type it for the file's first kernel; empty where none compiles.
    std::string command_by_hand(KernelName& kernel) const {
        if (opened_.kernels.empty()) return {};
        try {
            const emulator::KernelSummary first =
                chosen_kernel(opened_.kernels.front(), kernel.file, kernel.definitions, compiler_);
            kernel.function = with_template_arguments(first.name, usual_template_arguments(first));
            return command_for(opening_launch(signature_of(kernel, compiler_), {}));
        } catch (const Error&) {
            return {};
        }
    }

    /// What main gives to the launch. Of a main that is not known nothing: then it has to be said.
    KnownLaunch learn_from_main() {
        UserProgram all;
        all.file = program_.file;
        all.definitions = program_.definitions;
        all.main_arguments = program_.main_arguments;
        try {
            OpenedProgram whole;
            open_whole(all, compiler_, options_, whole);
            const std::string asked_for =
                program_.template_arguments.empty()
                    ? program_.kernel
                    : with_template_arguments(program_.kernel, program_.template_arguments);
            KnownLaunch known = launch_of_main(whole, asked_for, compiler_, options_);
            if (known.line == 0 && whole.whole->host.unknown) refused_ = whole.whole->host.ended;
            return known;
        } catch (const emulator::CompileError& error) {
            refused_ = error.what();
            return {};
        }
    }

    void open_by_hand(KernelName& kernel, KnownLaunch known) {
        choose_kernel(kernel, known);
        opened_.signature = signature_of(kernel, compiler_);
        const KnownLaunch launch = opening_launch(opened_.signature, std::move(known));
        opened_.from_main = launch.line != 0;
        opened_.launch = launch.number;
        opened_.launches = launch.launches;
        fill_in(launch);
        prepare(launch);
        const std::vector<std::string> settings = settings_with(launch.settings);
        set_globals(opened_.signature, settings, compiler_);
        opened_.never_set = never_set(opened_.signature, settings);
        opened_.expected = expected_of(program_.expected, opened_.signature, opened_.prepared);
    }

    bool guesses() const { return missing_ == MissingArguments::guess; }

    /// Whether something of the launch is left to the file's main.
    bool lacks_something(KernelName kernel) {
        const bool named = !program_.kernel.empty() || opened_.kernels.size() == 1;
        if (!named || program_.grid.empty() || program_.block.empty()) return true;
        if (any_of(program_.arguments, [](const std::string& text) { return text.empty(); })) return true;
        try {
            const emulator::KernelSummary chosen =
                chosen_kernel(program_.kernel, kernel.file, kernel.definitions, compiler_);
            const bool typed = program_.kernel.find('<') != std::string::npos;
            if (!typed && program_.template_arguments.size() < chosen.needed_arguments) return true;
            kernel.function = with_template_arguments(program_.kernel.empty() ? chosen.name : program_.kernel,
                                                      program_.template_arguments);
            const Signature signature = signature_of(kernel, compiler_);
            if (given_parameters(signature).size() != program_.arguments.size() &&
                lacks_arguments(signature, program_.arguments.size()))
                return true;
            if (signature.dynamic_shared && !program_.shared) return true;
            return copies_to_variables(kernel) && any_of(signature.globals, [&](const auto& variable) {
                       return none_of(program_.settings, [&](const std::string& setting) {
                           return setting.starts_with(variable.as.name + "=");
                       });
                   });
        } catch (const Error&) {
            // What is wrong is reported where it is opened.
            return true;
        }
    }

    bool copies_to_variables(const KernelName& kernel) {
        const emulator::Preprocessed& text = compiler_.text(kernel.file, kernel.definitions).ask_for("");
        return any_of(text.tokens, [](const emulator::Token& token) {
            return token.text.starts_with("cudaMemcpyToSymbol");
        });
    }

    void choose_kernel(KernelName& kernel, const KnownLaunch& known) {
        std::string asked_for = program_.kernel;
        std::vector<std::string> given = program_.template_arguments;
        opened_.kernel = {program_.kernel, program_.kernel.empty() ? From::file : From::person};
        // main says which kernel it is about, and with which template arguments.
        if (given.empty() && asked_for.find('<') == std::string::npos && known.line != 0)
            asked_for = known.kernel;
        if (guesses() && asked_for.empty() && opened_.kernels.size() > 1) {
            asked_for = opened_.kernels.front();
            opened_.kernel = {asked_for, From::guess,
                              fmt::format("the file launches none of its {} kernels, and this is the first",
                                          opened_.kernels.size())};
        }
        const emulator::KernelSummary chosen =
            chosen_kernel(asked_for, kernel.file, kernel.definitions, compiler_);
        if (asked_for.find('<') == std::string::npos) {
            if (guesses() && given.empty() && chosen.needed_arguments > 0) {
                given = usual_template_arguments(chosen);
                opened_.kernel = {{}, From::guess, "the file does not give the template's arguments"};
            }
            check_template(chosen, program_.file, given);
        }
        kernel.function = with_template_arguments(asked_for.empty() ? chosen.name : asked_for, given);
        opened_.kernel.text = kernel.function;
    }

    /// What a person leaves out is as the file's own host code has it, else refused or guessed.
    void fill_in(const KnownLaunch& launch) {
        if (program_.shared && *program_.shared < 0)
            throw UsageError(guesses() ? "Dynamic shared memory must not be negative."
                                       : "--shared must not be negative.");
        check_arguments(launch);
        opened_.line = launch.line;
        const bool said = launch.line != 0 || guesses();
        const auto chosen = [&](const std::string& given, const Given& otherwise, const char* usual) {
            if (!given.empty()) return Choice{given, From::person};
            if (!said) return Choice{usual, From::guess};
            return Choice{otherwise.text, otherwise.guessed.empty() ? From::file : From::guess,
                          otherwise.guessed};
        };
        opened_.grid = chosen(program_.grid, launch.grid, "1");
        opened_.block = chosen(program_.block, launch.block, "32");
        opened_.shared = chosen(program_.shared ? std::to_string(*program_.shared) : "", launch.shared, "0");
        const std::vector<std::string>& given = program_.arguments;
        const size_t count = !given.empty() ? given.size() : said ? launch.arguments.size() : 0;
        for (size_t i = 0; i < count; ++i)
            opened_.arguments.push_back(chosen(i < given.size() ? given[i] : "",
                                               i < launch.arguments.size() ? launch.arguments[i] : Given{},
                                               ""));
    }

    /// What main has put into the device's variables, where a person says nothing else.
    std::vector<std::string> settings_with(const std::vector<std::string>& of_file) const {
        std::vector<std::string> all = program_.settings;
        for (const std::string& setting : of_file) {
            const std::string name = setting.substr(0, setting.find('=') + 1);
            if (none_of(program_.settings, [&](const std::string& given) { return given.starts_with(name); }))
                all.push_back(setting);
        }
        return all;
    }

    void check_arguments(const KnownLaunch& launch) const {
        const std::vector<std::string>& given = program_.arguments;
        if (guesses()) return;
        if (!given.empty() && lacks_arguments(opened_.signature, given.size()))
            throw UsageError("{} has {} parameters, but got {}; try: {}",
                             one_line(opened_.signature.kernel.function), launch.arguments.size(),
                             counted(given.size(), "argument"), command_for(launch));
        const bool open = given.empty() ? lacks_arguments(opened_.signature, 0) : contains(given, "");
        if (launch.line != 0 || !open) return;
        std::string why = refused_.empty()
                              ? fmt::format("no host code in {} launches it", in_quotes(program_.file))
                              : "main, which gives them, does not run: " + refused_;
        if (why.ends_with('.')) why.pop_back();
        throw UsageError("{} takes arguments, but {}; try: {}", one_line(opened_.signature.kernel.function),
                         why, command_for(launch));
    }

    /// What is given, and for the rest what the opening launch has.
    std::string command_for(const KnownLaunch& launch) const {
        std::string command =
            fmt::format("upsweep run {} --kernel \"{}\" --grid {} --block {}", program_.file, launch.kernel,
                        program_.grid.empty() ? launch.grid.text : program_.grid,
                        program_.block.empty() ? launch.block.text : program_.block);
        for (const std::string& definition : program_.definitions) command += " -D" + definition;
        for (size_t i = 0; i < launch.arguments.size(); ++i) {
            const bool given = i < program_.arguments.size() && !program_.arguments[i].empty();
            command += " --arg " + (given ? program_.arguments[i] : launch.arguments[i].text);
        }
        return command;
    }

    void prepare(const KnownLaunch& launch) {
        Request request;
        request.grid = parse_dim3(opened_.grid.text, guesses() ? "grid" : "--grid");
        request.block = parse_dim3(opened_.block.text, guesses() ? "block" : "--block");
        request.dynamic_shared_bytes = std::stoll(opened_.shared.text);
        for (const Choice& argument : opened_.arguments) request.arguments.push_back(argument.text);
        request.seed = program_.seed;
        NamedArrays given = launch.contents == nullptr ? NamedArrays() : *launch.contents;
        if (program_.given != nullptr)
            for (const auto& [name, array] : *program_.given) given.insert_or_assign(name, array);
        request.given = &given;
        try {
            opened_.prepared = programs::prepare(opened_.signature, request);
        } catch (const UsageError& error) {
            const bool of_file = find_by(opened_.arguments, &Choice::from, From::file) != nullptr;
            if (!of_file || opened_.line == 0) throw;
            std::string why = error.what();
            if (why.ends_with('.')) why.pop_back();
            throw UsageError(
                "{}; line {} of the file launches it like this. Choose a smaller size, such as "
                "-DN=1024 where N is a macro, or pass other arguments.",
                why, opened_.line);
        }
    }

    const UserProgram& program_;
    emulator::Compiler& compiler_;
    MissingArguments missing_;
    OpenedProgram& opened_;
    const emulator::RunOptions& options_;
    std::string refused_;  ///< why main does not run
};

}  // namespace

std::string name_of(const UserProgram& program) { return fs::path(program.file).filename().string(); }

emulator::SourceProvider sources_of(const UserProgram& program, Edits edits, InputFiles* inputs) {
    const bool on_disk = program.file != untitled;
    return [folder = fs::path(program.file).parent_path(), on_disk, edits = std::move(edits),
            inputs](const std::string& name) {
        if (const auto edited = edits.find(name); edited != edits.end()) return edited->second;
        const fs::path beside = folder / name;
        std::error_code ignored;
        if (!on_disk || !fs::exists(beside, ignored)) return kernel_text(name);
        if (inputs != nullptr) inputs->push_back(beside);
        const std::vector<std::byte> bytes = media::read_file(beside, most_source_bytes);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
}

OpenedProgram open_program(const UserProgram& program, emulator::Compiler& compiler, MissingArguments missing,
                           const emulator::RunOptions& options, OpenedProgram* into) {
    OpenedProgram opened;
    try {
        UserProgramOpening(program, compiler, missing, into != nullptr ? *into : opened, options).run();
    } catch (const Cancelled&) {
        throw;
    } catch (const Error&) {
        refuse_other_text(program, compiler);
        throw;
    }
    return into != nullptr ? *into : opened;
}

std::string_view unchecked_sentence(const OpenedProgram& opened) {
    return opened.from_main
               ? "One launch runs by hand: what main does before and after it is not checked, and "
                 "main prints nothing."
               : "";
}

std::vector<std::string> guesses_of(const OpenedProgram& opened) {
    std::vector<std::string> all;
    const auto add = [&](const Choice& choice, const char* name) {
        if (choice.from == From::guess && !choice.reason.empty())
            all.push_back(fmt::format("{} {}: {}", name, shortened(choice.text), choice.reason));
    };
    add(opened.grid, "--grid");
    add(opened.block, "--block");
    for (const Choice& argument : opened.arguments) add(argument, "--arg");
    append(all, opened.guessed);
    return all;
}

std::string shortened(const std::string& text) {
    constexpr size_t most = 48;
    if (text.size() <= most) return text;
    const size_t cut = text.rfind(',', most);
    if (cut == std::string::npos) return text;
    return fmt::format("{},… ({} numbers)", text.substr(0, cut),
                       1 + std::count(text.begin(), text.end(), ','));
}

std::string launch_sentence(const OpenedProgram& opened) {
    const std::string more = opened.left_out.empty() ? "" : " " + opened.left_out;
    if (!opened.in_order.empty()) {
        std::vector<std::string> lines;
        for (const int32_t line : opened.lines)
            if (!contains(lines, std::to_string(line))) lines.push_back(std::to_string(line));
        const std::string last = lines.back();
        lines.pop_back();
        if (opened.launches == 1) return fmt::format("The file's launch in line {} runs.{}", last, more);
        const bool all = opened.in_order.size() == size_t(opened.launches);
        return fmt::format(
            "{} launches run in order, in line{}{}.{}",
            all ? fmt::format("The file's {}", opened.launches)
                : fmt::format("The first {} of the file's {}", opened.in_order.size(), opened.launches),
            lines.empty() ? " " : fmt::format("s {} and ", fmt::join(lines, ", ")), last, more);
    }
    if (opened.launches < 2) return opened.left_out;
    const std::string which = opened.launch == 1
                                  ? fmt::format("the first of {} launches", opened.launches)
                                  : fmt::format("launch {} of {}", opened.launch, opened.launches);
    return fmt::format("This is {} in the file (line {}); the other{} not run.{}", which, opened.line,
                       opened.launches == 2 ? " is" : "s are", more);
}

void check_shared(const OpenedProgram& opened, int64_t limit, MissingArguments missing) {
    const int64_t bytes = std::stoll(opened.shared.text) + opened.signature.shared_bytes;
    if (bytes <= limit) return;
    const std::string cure = missing == MissingArguments::refuse
                                 ? fmt::format("give it more with --shared-limit {}", bytes)
                                 : "make its arrays or the launch's shared memory smaller";
    throw UsageError("{} needs {} bytes of shared memory per block, but the machine has {}; {}.",
                     opened.signature.kernel.function, bytes, limit, cure);
}

emulator::Trace run(const OpenedProgram& opened, emulator::Compiler& compiler, emulator::RunOptions options) {
    const std::vector<Array>& hosts = opened.prepared.hosts;
    emulator::check_lists(options.gpu, opened.prepared.plan);
    options.further_inputs.assign(hosts.begin() + 1, hosts.end());
    if (opened.whole != nullptr)
        options.gpu.shared_bytes = std::max(options.gpu.shared_bytes, most_shared_bytes);
    emulator::Trace trace = emulator::run(opened.prepared.plan, hosts.front(), compiler, options);
    add_host_places(opened, trace);
    add_host_findings(opened, trace);
    return trace;
}

std::shared_ptr<const emulator::Trace> run_once(const OpenedProgram& opened, emulator::Compiler& compiler,
                                                const emulator::RunOptions& options) {
    if (opened.ran != nullptr && !options.record) return opened.ran;
    return std::make_shared<const emulator::Trace>(run(opened, compiler, options));
}

namespace {

struct Beginning {
    std::string_view bytes, what;
};
constexpr Beginning beginnings[] = {
    {"\x89PNG", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
    {"GIF8", "a GIF picture"},
    {"P5\n", "a PGM picture"},
    {"P6\n", "a PPM picture"},
    {"%PDF-", "a PDF document"},
    {"PK\x03\x04", "a ZIP archive or an office document"},
    {"\x1F\x8B", "a compressed file"},
    {"\x7F"
     "ELF",
     "a compiled program"},
    {"\x93NUMPY", "a NumPy array"},
    {"RIFF", "a sound or a film"},
    {"#!", "a script"},
    {"+++\n", "a lesson"},
};

constexpr std::string_view binary = "a binary file";
constexpr std::string_view word_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Calls `look` with each line that is not empty, without blanks around it, until it gives true.
template <typename Look>
bool any_line(std::string_view text, Look&& look) {
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && look(line)) return true;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

/// Zero bytes, or many control characters.
bool is_binary(std::string_view text) {
    const auto controls = count_if(
        text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f'; });
    return has(text, std::string_view("\0", 1)) || controls * 20 > std::ssize(text);
}

bool is_markup(std::string_view text) {
    return text.size() > 1 && text[0] == '<' &&
           (text[1] == '!' || text[1] == '?' || std::isalpha(uint8_t(text[1])) != 0);
}

bool is_json(std::string_view text) {
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
    const std::string_view rest = trimmed(text.substr(1));
    return !rest.empty() &&
           (has("\"{}[]", rest.substr(0, 1)) || (text[0] == '[' && std::isdigit(uint8_t(rest[0])) != 0)) &&
           (text.back() == '}' || text.back() == ']');
}

/// A line that Python has and C++ has not.
bool is_python(std::string_view line) {
    if (line.ends_with(';') || line.ends_with('{')) return false;
    const auto begins = [&](std::string_view word) { return line.starts_with(word); };
    if (begins("import ") || (begins("from ") && has(line, " import ")) || begins("\"\"\"")) return true;
    return line.ends_with(':') &&
           (begins("def ") || begins("class ") || (begins("for ") && has(line, " in ")) ||
            begins("if __name__") || begins("with "));
}

bool is_python_program(std::string_view text, bool kernels) {
    bool first = false;
    any_line(text, [&](std::string_view line) {
        if (line[0] == '#' && (line.size() < 2 || line[1] == ' ' || line[1] == '-')) return false;
        first = is_python(line);
        return true;
    });
    // Kernels in its texts are CUDA all the same.
    return first || (!kernels && !has(text, ";\n") && any_line(text, is_python));
}

bool is_prose(std::string_view text) {
    const std::string_view head = text.substr(0, 2);
    if (head == "//" || head == "/*" || (text[0] == '#' && head != "# " && head != "##")) return false;
    ptrdiff_t words = 0;
    for (size_t i = 1; i < text.size(); ++i)
        if (has(word_letters, text.substr(i - 1, 1)) && std::isspace(uint8_t(text[i])) != 0) ++words;
    const auto signs = count_if(text, [](char c) { return c == ';' || c == '{' || c == '}' || c == '='; });
    return words >= 6 && signs * 12 < words;
}

}  // namespace

std::string_view looks_like(std::string_view text) {
    for (const Beginning& one : beginnings)
        if (text.starts_with(one.bytes)) return one.what;
    if (is_binary(text)) return text.starts_with("BM") ? "a BMP picture" : binary;
    const bool kernels = has(text, "__global__") || has(text, "__device__");
    const std::string_view whole = trimmed(text);
    if (whole.empty()) return {};
    if (is_markup(whole)) return "HTML or XML";
    if (is_python_program(whole, kernels)) return "a Python program";
    if (kernels || has(whole, "#include") || has(whole, "<<<")) return {};
    if (is_json(whole)) return "JSON";
    return is_prose(whole) ? "plain prose" : "";
}

void refuse_other_text(const UserProgram& program, emulator::Compiler& compiler) {
    const std::string name = name_of(program);
    const auto& files = compiler.text(name, {}).diagnostics().files();
    const auto* file = find_by(files, &emulator::SourceText::name, name);
    if (file == nullptr) return;
    const std::string_view text = file->text;
    const std::string named = in_quotes(program.file);
    const std::string_view what = looks_like(text);
    const auto fault = encoding_fault(text);
    if (what == binary && fault && has(fault->sentence, "UTF-16"))
        throw Error("{}: {}", named, fault->sentence);
    if (!what.empty())
        throw Error("{} looks like {}; open a .cu file, CUDA C++ text with a __global__ function.", named,
                    what);
}

}  // namespace upsweep::programs
