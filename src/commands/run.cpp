// `upsweep run`: a kernel of somebody's own file on the emulator, with arguments as typed.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands/kernel_choice.h"
#include "commands/run_report.h"
#include "commands/run_results.h"
#include "commands/toy.h"
#include "commands/trace_report.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "emulator/compiler.h"
#include "emulator/order_lists.h"
#include "emulator/trace/trace_file.h"
#include "media/file.h"
#include "pipelines/algorithm.h"
#include "programs/arguments.h"
#include "programs/globals.h"
#include "programs/host_launch.h"
#include "programs/launch.h"

namespace upsweep::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t most_source_bytes = 4 << 20;

struct Request {
    std::string file, kernel, grid, block, trace;
    std::vector<std::string> template_arguments, definitions, arguments, settings, outputs, expected;
    std::optional<std::int64_t> shared;
    std::uint64_t seed = 1;
    ToyOptions toy;
    bool json = false, strict = false, brief = false;
};

/// Files beside the kernel's file first, then the program's own headers. Notes what it reads in `inputs`.
emulator::SourceProvider sources_beside(const fs::path& file, InputFiles& inputs) {
    return [folder = file.parent_path(), &inputs](const std::string& name) {
        const fs::path beside = folder / name;
        std::error_code ignored;
        if (!fs::exists(beside, ignored)) return kernel_text(name);
        inputs.push_back(beside);
        const std::vector<std::byte> bytes = media::read_file(beside, most_source_bytes);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    };
}

emulator::RunOptions options_of(const Request& request) {
    emulator::RunOptions options = run_options(request.toy, request.seed);
    // Only a trace that is kept needs its steps.
    options.record = !request.trace.empty();
    return options;
}

/// What is given, and for the rest what the opening launch has.
std::string command_for(const Request& request, const programs::HostLaunch& opening) {
    std::string command = fmt::format("upsweep run {} --kernel \"{}\" --grid {} --block {}", request.file,
                                      opening.kernel, request.grid.empty() ? opening.grid.text : request.grid,
                                      request.block.empty() ? opening.block.text : request.block);
    for (const std::string& definition : request.definitions) command += " -D" + definition;
    for (std::size_t i = 0; i < opening.arguments.size(); ++i)
        command +=
            " --arg " + (i < request.arguments.size() ? request.arguments[i] : opening.arguments[i].text);
    return command;
}

/// A long list by its first values and their count.
std::string shortened(const std::string& text) {
    constexpr std::size_t most = 48;
    if (text.size() <= most) return text;
    const std::size_t cut = text.rfind(',', most);
    if (cut == std::string::npos) return text;
    return fmt::format("{},… ({} numbers)", text.substr(0, cut),
                       1 + std::count(text.begin(), text.end(), ','));
}

/// What the command line leaves out is as the file's own host code has it; says so on a line, and why where a
/// value is not the file's. Throws UsageError with a whole command to try where the file does not say either.
void fill_in(Request& request, const programs::Signature& signature,
             const std::vector<programs::HostLaunch>& launches) {
    if (request.shared && *request.shared < 0) throw UsageError("--shared must not be negative.");
    const bool missing = request.arguments.empty() && !programs::given_parameters(signature).empty();
    const programs::HostLaunch opening = programs::opening_launch(signature, launches);
    if (!missing && programs::lacks_arguments(signature, request.arguments.size()))
        throw UsageError(fmt::format("{} has {} parameters and was given {} argument{}; try: {}",
                                     one_line(signature.kernel.function), opening.arguments.size(),
                                     request.arguments.size(), request.arguments.size() == 1 ? "" : "s",
                                     command_for(request, opening)));
    if (opening.line == 0) {
        if (missing && programs::lacks_arguments(signature, 0))
            throw UsageError(fmt::format(
                "{} takes arguments, and no host code of {} launches it with any; "
                "try: {}",
                one_line(signature.kernel.function), in_quotes(request.file), command_for(request, opening)));
        if (request.grid.empty()) request.grid = "1";
        if (request.block.empty()) request.block = "32";
        if (!request.shared) request.shared = 0;
        return;
    }
    std::vector<std::string> taken, guessed;
    const auto take = [&](std::string& option, const programs::Given& given, const std::string& name) {
        if (!option.empty()) return;
        option = given.text;
        taken.push_back(name + " " + shortened(given.text));
        if (!given.guessed.empty())
            guessed.push_back(fmt::format("{} {}: {}", name, shortened(given.text), given.guessed));
    };
    take(request.grid, opening.grid, "--grid");
    take(request.block, opening.block, "--block");
    if (!request.shared) request.shared = std::stoll(opening.shared.text);
    if (missing)
        for (const programs::Given& given : opening.arguments)
            take(request.arguments.emplace_back(), given, "--arg");
    if (request.json || taken.empty()) return;
    fmt::print("As line {} launches it: {}\n", opening.line, fmt::join(taken, " "));
    for (const std::string& guess : guessed) fmt::print("  {}\n", guess);
    fmt::print("\n");
}

programs::Prepared prepare(const Request& request, const programs::Signature& signature) {
    programs::Request launch;
    launch.grid = programs::parse_dim3(request.grid, "--grid");
    launch.block = programs::parse_dim3(request.block, "--block");
    launch.dynamic_shared_bytes = request.shared.value_or(0);
    launch.arguments = request.arguments;
    launch.seed = request.seed;
    return programs::prepare(signature, launch);
}

/// The machine's limit can be raised, and the sentence says how.
void check_shared(const Request& request, const programs::Signature& signature) {
    const std::int64_t bytes = request.shared.value_or(0) + signature.shared_bytes;
    if (bytes > request.toy.shared_bytes)
        throw UsageError(fmt::format(
            "{} needs {} bytes of shared memory a block, and the machine has {}; give it more with "
            "--shared-limit {}.",
            signature.kernel.function, bytes, request.toy.shared_bytes, bytes));
}

/// The files that the command line names.
InputFiles named_inputs(const Request& request) {
    InputFiles inputs = {request.file};
    for (const std::string& argument : request.arguments)
        if (argument.starts_with('@')) inputs.emplace_back(argument.substr(1));
    for (const auto* named : {&request.settings, &request.expected})
        for (const std::string& text : *named)
            if (const std::size_t at = text.find("=@"); at != std::string::npos)
                inputs.emplace_back(text.substr(at + 2));
    return inputs;
}

void run_kernel(Request request) {
    std::error_code failed;
    if (!fs::exists(request.file, failed))
        throw UsageError(fmt::format("There is no file {}; name a .cu file.", in_quotes(request.file)));
    InputFiles inputs = named_inputs(request);
    if (!request.trace.empty()) check_output(request.trace, inputs);
    emulator::Compiler compiler(sources_beside(request.file, inputs));
    KernelName kernel;
    kernel.file = fs::path(request.file).filename().string();
    kernel.definitions = programs::parse_definitions(request.definitions);
    const std::vector<programs::HostLaunch> launches =
        programs::host_launches(kernel.file, kernel.definitions, compiler);
    // The file's own first launch says which kernel it is about.
    if (request.kernel.empty() && request.template_arguments.empty() && !launches.empty())
        request.kernel = launches.front().kernel;
    const emulator::KernelSummary chosen =
        chosen_kernel(request.kernel, kernel.file, kernel.definitions, compiler);
    emulator::RunOptions options = options_of(request);
    if (request.kernel.find('<') == std::string::npos)
        check_template(chosen, request.file, request.template_arguments);
    kernel.function = programs::with_template_arguments(request.kernel.empty() ? chosen.name : request.kernel,
                                                        request.template_arguments);
    const programs::Signature signature = programs::signature_of(kernel, compiler);
    fill_in(request, signature, launches);
    const programs::Prepared prepared = prepare(request, signature);
    check_shared(request, signature);
    programs::set_globals(signature, request.settings, compiler);
    const std::vector<Output> outputs =
        outputs_of(request.outputs, signature, prepared, inputs, request.trace);
    const std::vector<Expectation> expected = expectations_of(request.expected, signature, prepared);
    emulator::check_lists(options.gpu, prepared.plan);
    options.further_inputs.assign(prepared.hosts.begin() + 1, prepared.hosts.end());
    const emulator::Trace trace = emulator::run(prepared.plan, prepared.hosts.front(), compiler, options);
    RunReport report{signature, prepared, trace};
    report.never_set = programs::never_set(signature, request.settings);
    report.comparisons = compare(expected, report);
    report.brief = request.brief;
    if (request.json)
        print_json(report);
    else
        print_text(report);
    if (!request.trace.empty()) write_file(request.trace, emulator::encode_trace(trace), inputs);
    write_outputs(outputs, report, inputs);
    require_complete(trace);
    require_expected(report.comparisons);
    if (request.strict) be_strict(report);
}

/// What the compiler complains about is shown like a compiler does; the last line counts.
void run_or_explain(const Request& request) {
    try {
        run_kernel(request);
    } catch (const emulator::CompileError& error) {
        for (const emulator::Diagnostic& diagnostic : error.diagnostics())
            std::fprintf(stderr, "%s\n", to_string(diagnostic).c_str());
        const std::size_t count = error.diagnostics().size();
        throw Error(fmt::format("{} has {} error{} for the emulator; fix {} and run again.",
                                in_quotes(request.file), count, count == 1 ? "" : "s",
                                count == 1 ? "it" : "the first one"));
    }
}

void add_launch_options(CLI::App& command, Request& request) {
    command.add_option("FILE", request.file, "a .cu file; of host code in it only the launches are read")
        ->required();
    command.add_option("--kernel", request.kernel,
                       "which; may be left out if there is one; of several of one name NAME(TYPE, …)");
    command.add_option("--template", request.template_arguments, "of a template kernel: float,256")
        ->delimiter(',');
    command.add_option("-D", request.definitions, "-DNAME=VALUE, as for a compiler")
        ->allow_extra_args(false)
        ->take_all();
    const char* as_host_code = "; without it as the file's host code launches the kernel";
    command.add_option("--grid", request.grid, std::string("blocks: 4 or 4,2 or 4,2,1") + as_host_code);
    command.add_option("--block", request.block, std::string("threads a block: 64 or 8,8") + as_host_code);
    command.add_option("--shared", request.shared,
                       std::string("bytes of dynamic shared memory a block") + as_host_code);
    command
        .add_option("--arg", request.arguments,
                    "one a parameter, in order: a number; for a pointer zeros:COUNT, iota:COUNT[:START], "
                    "random:COUNT[:SEED], fill:COUNT:VALUE, unset:COUNT, values:1,2,3, @FILE.npy, null, "
                    "same:PARAMETER for its buffer or PARAMETER+OFFSET for that from an element on (COUNT "
                    "counts numbers: a float4 is four); for a struct its members with "
                    "commas between")
        ->allow_extra_args(false)
        ->take_all();
    const auto add_list = [&](const char* name, std::vector<std::string>& into, const char* says) {
        command.add_option(name, into, says)->allow_extra_args(false)->take_all();
    };
    add_list("--set", request.settings,
             "NAME=NUMBER, NAME=values:1,2,3 or NAME=@FILE.npy: what a __constant__ or __device__ variable "
             "begins with");
    add_list("--out", request.outputs, "NAME=FILE.npy: write what a parameter's buffer holds after the run");
    add_list("--expect", request.expected,
             "NAME=values:1,2,3 or NAME=@FILE.npy: compare a parameter's buffer after the run number by "
             "number; exit with 1 if one differs");
    command
        .add_option("--seed", request.seed,
                    "of random buffers (each parameter's is another) and of orders that are \"random\"")
        ->capture_default_str();
}

}  // namespace

void add_run_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("run", "Run a kernel of your own .cu file on the emulator");
    auto request = std::make_shared<Request>();
    request->toy.lanes = request->toy.banks = 32;
    request->toy.multiprocessors = request->toy.resident_blocks = 2;
    add_launch_options(*command, *request);
    add_toy_options(*command, std::shared_ptr<ToyOptions>(request, &request->toy));
    command->add_option(
        "--trace", request->trace,
        "write the trace to this file; `upsweep FILE` opens it in the window (256 MiB at most, "
        "unless --max-memory is given)");
    command->add_flag("--json", request->json, "as JSON");
    command->add_flag("--brief", request->brief,
                      "findings first, then counts, and of each buffer the first 8 and last 4 numbers");
    command->add_flag("--strict", request->strict, "exit with 1 if there are findings");
    command->callback([command, request] {
        if (!request->trace.empty() && command->count("--max-memory") == 0)
            request->toy.memory_mebibytes = most_mebibytes_of_a_trace;
        run_or_explain(*request);
    });
}

}  // namespace upsweep::commands
