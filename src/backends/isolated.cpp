#include "backends/isolated.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "backends/backend.h"
#include "core/array.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/bytecode/bytecode.h"
#include "emulator/trace/raw_bits.h"
#include "programs/device_text.h"

namespace upsweep::backends {
namespace {

constexpr size_t differences_kept = 4;

/// Of the floating-point numbers that were written; 0 of integers.
double mean_magnitude(const Array& array) {
    if (!is_floating(array.type())) return 0;
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < array.count(); ++i) {
        const double number = array.number(i);
        const bool unwritten = bits_at(array, i) == emulator::poison_bits(size_of(array.type()));
        if (unwritten || !std::isfinite(number)) continue;
        sum += std::abs(number);
        ++count;
    }
    return count == 0 ? 0 : sum / double(count);
}

/// By how much of the largest of the two and `usual` they differ; of what is not a number by all of it.
double part_apart(ScalarType type, uint64_t a, uint64_t b, double usual) {
    const double x = bits_to_number(type, a), y = bits_to_number(type, b);
    const double part = std::abs(x - y) / std::max({std::abs(x), std::abs(y), usual});
    return std::isfinite(part) ? part : 1;
}

BufferComparison compared(const Buffer& buffer, const Array& emulated, const Array& gpu,
                          const Tolerance& tolerance) {
    BufferComparison comparison;
    comparison.name = buffer.name;
    comparison.type = buffer.type;
    comparison.count = buffer.extent.count();
    const double allowed = !is_floating(buffer.type)        ? 0
                           : buffer.type == ScalarType::f32 ? tolerance.part_of_float
                                                            : tolerance.part_of_double;
    const double usual = mean_magnitude(emulated);
    for (int64_t i = 0; i < comparison.count; ++i) {
        const uint64_t a = bits_at(emulated, i), b = bits_at(gpu, i);
        const int64_t apart = ulps_apart(buffer.type, a, b);
        if (apart == 0) continue;
        const double part = part_apart(buffer.type, a, b, usual);
        if (apart <= tolerance.ulps || part <= allowed) {
            comparison.most_ulps = std::max(comparison.most_ulps, apart);
            comparison.most_part = std::max(comparison.most_part, part);
            continue;
        }
        ++comparison.different;
        if (comparison.first.size() < differences_kept) comparison.first.push_back({i, a, b});
    }
    return comparison;
}

std::vector<ParameterLayout> layouts_of(const emulator::Signature& signature) {
    std::vector<ParameterLayout> layouts;
    for (const emulator::DeclaredParameter& declared : signature.declared) {
        ParameterLayout layout{declared.bytes, {}};
        for (size_t i = 0; i < declared.count; ++i)
            layout.offsets.push_back(signature.parameters[declared.first + i].offset);
        layouts.push_back(std::move(layout));
    }
    return layouts;
}

/// What the kernel's variables begin with on the emulator; what holds pointers begins as the text says.
void add_globals(const KernelName& kernel, emulator::Compiler& compiler,
                 std::vector<DeviceVariable>& globals) {
    for (const emulator::GlobalArray& array : compiler.code(kernel).globals) {
        const auto known = [&](const DeviceVariable& other) { return other.name == array.name; };
        if (array.text || any_of(globals, known)) continue;
        DeviceVariable global{kernel.file, array.name};
        if (array.links.empty()) {
            global.contents = array.initial;
            global.contents.resize(size_t(array.bytes));
        }
        globals.push_back(std::move(global));
    }
}

}  // namespace

IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options) {
    return gpu_backend().run_isolated(run, options);
}

IsolatedRun isolated_run(const programs::OpenedProgram& opened, emulator::Compiler& compiler) {
    IsolatedRun run;
    run.unset = emulator::poison_byte;
    run.plan = opened.prepared.plan;
    run.hosts = opened.prepared.hosts;
    const std::vector<KernelName> kernels = kernels_of(run.plan);
    run.texts = programs::device_texts(kernels, compiler);
    for (const KernelName& kernel : kernels) {
        run.parameters.emplace_back(kernel.function, layouts_of(compiler.signature(kernel)));
        add_globals(kernel, compiler, run.globals);
    }
    return run;
}

IsolatedRun isolated_run(const Plan& plan, const Array& input, const emulator::SourceProvider& sources,
                         const std::vector<Array>& further_inputs) {
    IsolatedRun run;
    run.unset = emulator::poison_byte;
    run.plan = plan;
    run.hosts = {input};
    append(run.hosts, further_inputs);
    const auto add = [&](const std::string& name, const std::string& text) {
        const auto known = [&](const auto& other) { return other.first == name; };
        if (none_of(run.texts, known)) run.texts.emplace_back(name, text);
    };
    for (const Operation& operation : plan.operations) {
        const auto* launch = std::get_if<Launch>(&operation.what);
        if (launch == nullptr) continue;
        const SourceTree tree = collect_sources(launch->kernel.file, sources);
        add(launch->kernel.file, tree.text);
        for (const auto& [name, text] : tree.headers) add(name, text);
    }
    return run;
}

std::vector<BufferComparison> compare_buffers(const Plan& plan, const std::vector<Array>& emulated,
                                              const std::vector<Array>& gpu, const Tolerance& tolerance) {
    std::vector<BufferComparison> comparisons;
    for (size_t i = 0; i < plan.buffers.size(); ++i)
        comparisons.push_back(compared(plan.buffers[i], emulated[i], gpu[i], tolerance));
    return comparisons;
}

bool are_equal(const std::vector<BufferComparison>& comparisons) {
    return all_of(comparisons, [](const BufferComparison& one) { return one.different == 0; });
}

std::string sentence_of(const BufferComparison& comparison) {
    const std::string name = one_line(comparison.name);
    const std::string numbers = counted(comparison.count, "number");
    if (comparison.different > 0) {
        const Difference& first = comparison.first.front();
        return fmt::format("{}[{}] is {} on the emulator and {} on the GPU; {} of {} {}.", name,
                           first.element, bits_to_text(comparison.type, first.emulator),
                           bits_to_text(comparison.type, first.gpu), comparison.different, numbers,
                           comparison.different == 1 ? "differs" : "differ");
    }
    if (comparison.most_ulps > Tolerance{}.ulps)
        return fmt::format(
            "{}: {}, equal within {:.1e} of their size ({:.0e} is allowed).", name, numbers,
            comparison.most_part,
            comparison.type == ScalarType::f32 ? Tolerance{}.part_of_float : Tolerance{}.part_of_double);
    if (comparison.most_ulps > 0)
        return fmt::format("{}: {}, equal within {} in the last place ({} are allowed).", name, numbers,
                           counted(comparison.most_ulps, "unit"), Tolerance{}.ulps);
    return fmt::format("{}: {}, all equal.", name, numbers);
}

std::string time_text(const IsolatedResult& result) {
    return fmt::format("{:.4f} ms, the median of {} ({:.4f} to {:.4f})", result.median_ms,
                       counted(result.timed_runs, "run"), result.least_ms, result.most_ms);
}

}  // namespace upsweep::backends
