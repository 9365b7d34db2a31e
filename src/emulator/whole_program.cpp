#include "emulator/whole_program.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/ranges.h"
#include "emulator/findings/finding_table.h"
#include "emulator/host/cuda_runtime.h"
#include "emulator/host/host_code.h"
#include "emulator/runner.h"
#include "emulator/syntax/outline.h"

namespace upsweep::emulator {
namespace {

/// Performs what the host asks for at once, on a Runner without a record, and keeps each as an operation.
class LiveDevice : public HostDevice {
  public:
    LiveDevice(Compiler& compiler, std::string file, const Definitions& definitions,
               const RunOptions& options)
        : compiler_(compiler),
          file_(std::move(file)),
          definitions_(definitions),
          options_(options),
          runner_({}, Array(), compiler, options_) {
        runner_.reserve_buffers();
    }

    Memory& memory() override { return runner_.memory(); }
    ArrayId allocate(const std::string& name, ScalarType type, int64_t bytes, AllocationKind kind) override {
        try {
            const ArrayId made = runner_.add_buffer({unused(name), type, {bytes / size_of(type), 1}}).index;
            kinds_.push_back(kind);
            return made;
        } catch (const UsageError& full) {
            throw HostEnded{HostResult::stopped, full.what()};
        }
    }
    void release(ArrayId array) override { runner_.release_buffer(array); }
    void wrote(ArrayId array, int64_t offset, int64_t bytes, int stream) override;
    void cleared(ArrayId array, uint8_t value, int64_t offset, int64_t bytes, int stream) override {
        if (bytes != memory()[array].size() || !is_buffer(array)) return wrote(array, offset, bytes, stream);
        const bool begins = runner_.trace().launches.empty();
        if (begins) fills_.push_back(plan().operations.size());
        if (begins) return wrote(array, offset, bytes, stream);
        add({Clear{{int(array)}, value}, stream});
    }
    void read(ArrayId array, int64_t offset, int64_t bytes, int stream) override {
        if (!is_buffer(array)) return;
        const int64_t size = memory()[array].element_size, all = memory()[array].size();
        const int64_t first = offset / size, count = (offset + bytes + size - 1) / size - first;
        // The slot is chosen when those of the inputs are known.
        add({Download{{int(array)}, -1, first, bytes == all ? -1 : count}, stream});
        plan().output = {int(array)};
    }
    void copied(ArrayId from, ArrayId to, int stream) override {
        if (!is_buffer(from) || !is_buffer(to)) return wrote(to, 0, memory()[to].size(), stream);
        memory().copy_depths(memory()[from], memory()[to]);
        add({Copy{{int(from)}, {int(to)}}, stream});
    }
    HostLaunchResult launch(const HostLaunchRequest& request) override;
    int64_t static_shared_bytes(const std::string& kernel) override {
        int64_t bytes = 0;
        for (const SharedArray& array : code_of(kernel).shared) bytes += array.bytes;
        return bytes;
    }
    bool waits_for_grid(const std::string& kernel) override { return has_grid_barrier(code_of(kernel)); }
    std::optional<ArrayId> symbol(const Variable& variable) override;
    void wrote_symbol(const Variable& variable, int stream) override;
    int64_t shared_limit() const override { return options_.gpu.shared_bytes; }
    void did(const char* what, std::optional<ArrayId> about, int64_t bytes) override;
    void take_values(std::vector<HostValue> values) override {
        wants_values = false;
        const auto kept = std::make_shared<const std::vector<HostValue>>(std::move(values));
        for (size_t i = values_.size(); i-- > 0 && values_[i] == nullptr;) values_[i] = kept;
    }

    void knows(const HostCode& code) {
        for (const HostLaunch& launch : code.launches)
            if (launch.call->function != nullptr) add_kernel(launch.call->text);
        for (const HostGlobal& global : code.globals)
            if (global.variable->kernel != nullptr) add_kernel(global.variable->name);
    }
    void at(HostMachine& machine) { machine_ = &machine; }
    void finish(WholeProgramRun& run);

  private:
    /// What no compiler takes is said before anything runs, as nvcc does; what the emulator does not know at
    /// the launch.
    void add_kernel(const std::string& kernel) {
        if (contains(kernels_, kernel)) return;
        try {
            compiler_.code(name_of(kernel));
            kernels_.push_back(kernel);
        } catch (const CompileError& refused) {
            if (!all_of(refused.diagnostics(), [](const Diagnostic& one) { return one.unknown; })) throw;
        }
    }
    /// Ends the program if the emulator does not know something in the kernel.
    const Code& code_of(const std::string& kernel) {
        try {
            return compiler_.code(name_of(kernel));
        } catch (const CompileError& refused) {
            const Diagnostic& first = refused.diagnostics().front();
            machine_->stop(
                fmt::format("`{}` cannot run ({}:{}): {}", kernel, first.file, first.line, first.message));
        }
    }
    Plan& plan() { return runner_.plan(); }
    /// Not a variable, whose address cudaGetSymbolAddress gives.
    bool is_buffer(ArrayId array) { return array < plan().buffers.size(); }
    KernelName name_of(const std::string& kernel) const { return {file_, kernel, definitions_}; }
    /// The same name stands for one buffer only.
    std::string unused(const std::string& name) {
        std::string made = name;
        for (int& k = last_number_[name]; !names_.insert(made).second;)
            made = fmt::format("{}_{}", name, k = std::max(k, 1) + 1);
        return made;
    }
    void add(Operation operation) {
        const bool launches = std::holds_alternative<Launch>(operation.what);
        if (!launches) runner_.note_performed(operation, plan().operations.size());
        plan().operations.push_back(std::move(operation));
        places_.push_back(machine_ != nullptr ? machine_->where() : SourceRange{});
        printed_.push_back(machine_ != nullptr ? machine_->result.output.size() : 0);
        steps_.push_back(0);
        values_.push_back(nullptr);
        wants_values = values_.size() <= most_moments;
    }
    HostLaunchResult launch_one(const HostLaunchRequest& request);
    int slot_of(Array contents);
    Argument argument(const ParameterInfo& parameter, uint64_t bits);
    HostLaunchResult outcome(const std::vector<int64_t>& before, const Launch& launch,
                             const SourceRange& where);
    bool is_printed_again();
    bool leaves_shared(const Launch& launch, const Finding& finding, const BadAccess& bad);

    Compiler& compiler_;
    std::string file_;
    const Definitions& definitions_;
    RunOptions options_;
    Runner runner_;
    HostMachine* machine_ = nullptr;
    std::vector<std::string> kernels_;
    std::vector<Array> hosts_;
    int64_t host_bytes_ = 0;
    std::vector<SourceRange> places_;
    std::vector<size_t> printed_, fills_;
    std::vector<int64_t> steps_;
    /// Work of the host is kept in the first of so many operations.
    static constexpr size_t most_moments = 2000;
    std::vector<std::shared_ptr<const std::vector<HostValue>>> values_;
    std::vector<AllocationKind> kinds_;
    std::set<std::string> names_;  ///< of buffers
    std::map<std::string, int> last_number_;
    size_t looks_again_ = 0;
    size_t looked_at_ = 0;  ///< operations, when the last statement of main was done
    std::map<const Variable*, std::optional<ArrayId>> symbols_;
    std::map<const Variable*, std::string> kernel_of_symbol_;
    std::map<const Variable*, BufferId> symbol_buffers_;
    bool left_out_ = false;
};

void LiveDevice::did(const char* what, std::optional<ArrayId> about, int64_t bytes) {
    const std::string_view name = what;
    const bool ends = name == "return" || name == "exit" || name == "stop";
    if (values_.size() >= most_moments && !ends) return;
    // A statement that did something else is there already.
    if (name == "compute" && std::exchange(looked_at_, values_.size()) != values_.size()) return;
    if (name == "print" && is_printed_again()) return;
    const bool known = about && is_buffer(*about);
    add({HostWork{what, known ? BufferId{int(*about)} : BufferId{}, bytes}});
    if (name == "compute") looked_at_ = values_.size();
    wants_values |= ends;
}

/// Whether a loop prints: its lines are in the work that goes before, which is then one again.
bool LiveDevice::is_printed_again() {
    constexpr size_t most = 8;
    const SourceRange& here = machine_->where();
    std::vector<Operation>& all = plan().operations;
    for (size_t i = all.size(); i-- > 0 && i + most >= all.size();) {
        const auto* work = std::get_if<HostWork>(&all[i].what);
        if (work == nullptr || work->name != "print") return false;
        if (places_[i].file != here.file || places_[i].line != here.line) continue;
        all.resize(i + 1);
        places_.resize(i + 1);
        printed_.resize(i + 1);
        steps_.resize(i + 1);
        values_.resize(i + 1);
        if (++looks_again_ < most_moments) {
            values_.back() = nullptr;
            wants_values = true;
        }
        return true;
    }
    return false;
}

/// The host array with these contents: one of the latest, or a new one.
int LiveDevice::slot_of(Array contents) {
    constexpr size_t looked_at = 8;
    for (size_t i = hosts_.size(); i-- > 0 && i + looked_at >= hosts_.size();)
        if (hosts_[i].type() == contents.type() && hosts_[i].extent() == contents.extent() &&
            std::memcmp(hosts_[i].bytes().data(), contents.bytes().data(), contents.bytes().size()) == 0)
            return int(i);
    host_bytes_ += length(contents.bytes());
    hosts_.push_back(std::move(contents));
    return int(hosts_.size()) - 1;
}

/// What has a value of it: parts that have none stay as they are.
void LiveDevice::wrote(ArrayId array, int64_t offset, int64_t bytes, int stream) {
    if (!is_buffer(array)) {
        for (const auto& [variable, id] : symbols_)
            if (id == array) return wrote_symbol(*variable, stream);
        left_out_ = true;
        return;
    }
    const MemoryArray& from = memory()[array];
    if (host_bytes_ + bytes > options_.limits.memory_bytes / 2) {
        left_out_ = true;
        return;
    }
    const int64_t size = from.element_size, elements = from.size() / size;
    const int64_t end = std::min(elements, (offset + bytes + size - 1) / size);
    for (int64_t first = offset / size; first < end;) {
        if (!from.defined[first]) {
            ++first;
            continue;
        }
        const void* unset = std::memchr(from.defined.data() + first, 0, size_t(end - first));
        const int64_t last =
            unset == nullptr ? end : static_cast<const uint8_t*>(unset) - from.defined.data();
        Array contents(from.type, {last - first, 1});
        std::copy_n(from.bytes.begin() + first * size, (last - first) * size, contents.bytes().begin());
        const bool whole = first == 0 && last == elements;
        if (plan().input.index < 0) plan().input = {int(array)};
        Upload upload{slot_of(std::move(contents)), {int(array)}};
        if (!whole) {
            upload.count = last - first;
            upload.at = first;
        }
        add({upload, stream});
        first = last;
    }
}

std::optional<ArrayId> LiveDevice::symbol(const Variable& variable) {
    const auto [known, is_new] = symbols_.try_emplace(&variable);
    if (!is_new) return known->second;
    for (const std::string& kernel : kernels_) {
        const KernelName name = name_of(kernel);
        const bool uses = any_of(compiler_.code(name).globals, [&](const GlobalArray& global) {
            return !global.text && global.name == variable.name;
        });
        if (!uses) continue;
        kernel_of_symbol_[&variable] = kernel;
        known->second = runner_.variable(name, variable.name);
        break;
    }
    return known->second;
}

/// Its bytes go through a buffer of the plan.
void LiveDevice::wrote_symbol(const Variable& variable, int stream) {
    const ArrayId array = *symbol(variable);
    const auto [known, is_new] = symbol_buffers_.try_emplace(&variable);
    if (is_new) {
        const int64_t bytes = memory()[array].size();
        known->second = {int(allocate(variable.name, memory()[array].type, bytes, AllocationKind::symbol))};
    }
    MemoryArray& to = memory()[ArrayId(known->second.index)];
    to.bytes = memory()[array].bytes;
    to.digest_is_old = true;
    to.defined.assign(to.defined.size(), 1);
    wrote(ArrayId(known->second.index), 0, to.size(), stream);
    add({SetVariable{known->second, name_of(kernel_of_symbol_.at(&variable)), variable.name}, stream});
}

Argument LiveDevice::argument(const ParameterInfo& parameter, uint64_t bits) {
    if (!parameter.pointer) return ScalarArgument{parameter.type, bits};
    const ArrayId array = array_of(bits);
    if (!is_buffer(array)) return ScalarArgument{ScalarType::u64, bits};
    const int64_t size = size_of(plan().buffers[array].type), offset = offset_of(bits);
    if (offset % size != 0) return ScalarArgument{ScalarType::u64, bits};
    return BufferArgument{{int(array)}, offset / size};
}

/// With what it launches itself, and what that launches: each behind the one that launched it.
HostLaunchResult LiveDevice::launch(const HostLaunchRequest& request) {
    constexpr int deepest = 24;
    constexpr size_t most = 20'000;
    HostLaunchResult all = launch_one(request);
    std::deque<std::pair<LaunchedByKernel, int>> waiting;
    int depth = 1;
    for (size_t launched = 0;; ++launched) {
        for (LaunchedByKernel& one : runner_.take_launched())
            if (depth <= deepest) waiting.emplace_back(std::move(one), depth);
        if (waiting.empty() || all.error != 0 || !all.stopped.empty()) return all;
        if (launched >= most) machine_->stop(fmt::format("The kernels launch more than {} others.", most));
        const LaunchedByKernel next = std::move(waiting.front().first);
        depth = waiting.front().second + 1;
        waiting.pop_front();
        HostLaunchRequest child;
        child.kernel = next.kernel;
        child.stream = request.stream;
        child.where = next.where;
        const auto extent = [&](size_t at) {
            return Dim3{int64_t(next.values[at]), int64_t(next.values[at + 1]), int64_t(next.values[at + 2])};
        };
        child.grid = extent(0);
        child.block = extent(3);
        child.shared_bytes = int64_t(next.values[6]);
        child.arguments.assign(next.values.begin() + 7, next.values.end());
        // A launch that CUDA refuses does nothing.
        const Dim3 &grid = child.grid, &block = child.block;
        if (std::min({grid.x, grid.y, grid.z, block.x, block.y, block.z}) < 1 || block.count() > 1024)
            continue;
        HostLaunchResult one = launch_one(child);
        all.printed += one.printed;
        all.error = one.error;
        all.stopped = std::move(one.stopped);
        append(all.overruns, one.overruns);
    }
}

HostLaunchResult LiveDevice::launch_one(const HostLaunchRequest& request) {
    const KernelName name = name_of(request.kernel);
    const Code& code = code_of(request.kernel);
    Launch launch;
    launch.kernel = name;
    launch.name = request.kernel.substr(0, request.kernel.find('('));
    launch.grid = request.grid;
    launch.block = request.block;
    launch.dynamic_shared_bytes = request.shared_bytes;
    for (size_t i = 0; i < code.parameters.size(); ++i)
        launch.arguments.push_back(argument(code.parameters[i], request.arguments.at(i)));
    std::vector<int64_t> before;
    for (const Finding& finding : runner_.trace().findings) before.push_back(finding.times);
    const size_t printed = runner_.trace().printed.size();
    const int64_t steps = runner_.trace().counts.steps;
    add({launch, request.stream});
    runner_.launch_now(launch, plan().operations.size() - 1);
    steps_.back() = runner_.trace().counts.steps - steps;
    HostLaunchResult result = outcome(before, launch, request.where);
    for (size_t i = printed; i < runner_.trace().printed.size(); ++i)
        result.printed += runner_.trace().printed[i].text;
    return result;
}

/// Whether it is outside of all shared memory of its block: an index that leaves one array may reach the
/// next.
bool LiveDevice::leaves_shared(const Launch& launch, const Finding& finding, const BadAccess& bad) {
    constexpr int64_t granularity = 128;
    const std::string& name = runner_.trace().arrays.at(size_t(finding.array)).name;
    int64_t start = 0, all = 0;
    for (const SharedArray& array : compiler_.code(launch.kernel).shared) {
        if (array.name == name) start = all;
        all += array.dynamic ? launch.dynamic_shared_bytes : array.bytes;
    }
    all = (all + granularity - 1) / granularity * granularity;
    return any_of(bad.offsets,
                  [&](int64_t offset) { return start + offset < 0 || start + offset + bad.size > all; });
}

/// What a GPU would answer: of the findings that are new, those that end a kernel there.
HostLaunchResult LiveDevice::outcome(const std::vector<int64_t>& before, const Launch& launch,
                                     const SourceRange& where) {
    // A GPU notices what leaves the pages of an allocation.
    constexpr int64_t page = 2 << 20;
    HostLaunchResult result;
    const auto& findings = runner_.trace().findings;
    for (size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings[i];
        if (i < before.size() && finding.times == before[i]) continue;
        int error = 0;
        if (const auto* bad = std::get_if<BadAccess>(&finding.facts)) {
            const bool shared = finding.array >= 0 && memory()[ArrayId(finding.array)].space == Space::shared;
            const bool in_page = shared ? !leaves_shared(launch, finding, *bad)
                                        : finding.array >= 0 && all_of(bad->offsets, [&](int64_t offset) {
                                              const int64_t size = memory()[finding.array].size();
                                              return offset >= -page && offset < (size / page + 1) * page;
                                          });
            if (finding.array >= 0 && !bad->offsets.empty())
                result.overruns.emplace_back(
                    finding.array, *std::max_element(bad->offsets.begin(), bad->offsets.end()) + bad->size);
            error = finding.kind == FindingKind::misaligned ? int(CudaError::misaligned_address)
                    : in_page                               ? 0
                                                            : int(CudaError::illegal_address);
        }
        if (finding.kind == FindingKind::assertion) error = int(CudaError::assert_failed);
        if (finding.kind == FindingKind::trap) error = int(CudaError::launch_failure);
        if (result.error == 0) result.error = error;
    }
    const bool aborted =
        result.error == int(CudaError::assert_failed) || result.error == int(CudaError::launch_failure);
    if (!runner_.take_stopped() || aborted) return result;
    const bool full = !findings.empty() && findings.back().kind == FindingKind::memory_limit;
    result.stopped = fmt::format("The kernel that line {} launches {}.", where.line,
                                 full ? "was stopped" : "does not end");
    if (!findings.empty() && findings.back().severity == Severity::fault)
        result.stopped += " " + sentence_of(runner_.trace(), findings.back());
    return result;
}

void LiveDevice::finish(WholeProgramRun& run) {
    run.plan = plan();
    run.plan.algorithm = file_;
    run.hosts = std::move(hosts_);
    if (run.hosts.empty()) run.hosts.emplace_back();
    std::map<int, int> slots;
    for (Operation& operation : run.plan.operations)
        if (auto* download = std::get_if<Download>(&operation.what))
            download->slot =
                slots.try_emplace(download->from.index, int(run.hosts.size() + slots.size())).first->second;
    if (run.plan.input.index < 0 && !run.plan.buffers.empty()) run.plan.input = {0};
    if (run.plan.output.index < 0) run.plan.output = {int(run.plan.buffers.size()) - 1};
    run.places = std::move(places_);
    run.printed = std::move(printed_);
    run.steps = std::move(steps_);
    run.values = std::move(values_);
    run.kinds = std::move(kinds_);
    run.fills = std::move(fills_);
    run.trace = runner_.take_trace(run.plan, run.hosts);
    if (left_out_)
        run.left_out =
            "Upsweep could not keep all that the program writes to the device, so running its launches again "
            "may give other results.";
}

}  // namespace

bool has_main(Compiler& compiler, const std::string& file, const Definitions& definitions) {
    const Preprocessed& text = compiler.text(file, definitions).ask_for("");
    const Outline known = outline(text.tokens, text.asked_for, text.library);
    return known.has("main", ItemKind::function);
}

WholeProgramRun run_whole_program(Compiler& compiler, const std::string& file, const Definitions& definitions,
                                  const WholeProgramOptions& options) {
    const std::shared_ptr<const Program> program = compiler.whole_program(file, definitions);
    RunOptions run_options;
    run_options.gpu = options.gpu;
    // A real GPU's blocks may have more shared memory than the toy one's.
    run_options.gpu.shared_bytes = std::max<int64_t>(options.gpu.shared_bytes, 227 * 1024);
    run_options.limits = options.limits;
    run_options.record = false;
    run_options.cancel = options.cancel;
    LiveDevice device(compiler, file, definitions, run_options);
    HostCode code = lower_host(*program);
    device.knows(code);
    HostOptions host;
    host.program = "./a.out";
    host.arguments = options.arguments;
    host.memory_bytes = options.limits.memory_bytes;
    host.instructions = options.host_instructions;
    host.cancel = options.cancel;
    host.read_file = [&](const std::string& name) { return compiler.file_beside(name); };
    host.progress = options.progress;
    WholeProgramRun run;
    run.files = program->files;
    HostMachine machine(std::move(code), device, host);
    device.at(machine);
    run.host = machine.run();
    device.finish(run);
    return run;
}

}  // namespace upsweep::emulator
