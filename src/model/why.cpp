// Runs samples on the emulator, fits their counts, predicts, and looks up what was measured.
#include "model/why.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/compiler.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "model/causes.h"
#include "model/predict.h"
#include "scenes/run_scene.h"

namespace upsweep::model {

std::optional<double> Why::error() const {
    if (measured <= 0) return {};
    return predicted / measured - 1;
}

double Why::timed() const {
    double seconds = predicted;
    for (const Cause& cause : causes)
        if (cause.reach == Reach::timed) seconds += cause.saving;
    return seconds;
}

double Why::seconds_of(Part part) const {
    for (const PartTime& one : parts)
        if (one.part == part) return one.seconds;
    return 0;
}

std::string with_n(const std::string& text, int64_t n) {
    constexpr std::array names = {"n",    "N",   "num",    "count",   "size",
                                  "SIZE", "len", "length", "numbers", "elements"};
    const auto word = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    const auto spaces = [&](size_t at) {
        while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
        return at;
    };
    for (const std::string_view name : names)
        for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
            const size_t behind = at + name.size();
            if ((at > 0 && word(text[at - 1])) || (behind < text.size() && word(text[behind]))) continue;
            const size_t line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
            const std::string_view before = std::string_view(text).substr(line, at - line);
            size_t begin = spaces(behind), end = std::string::npos;
            if (before.find("#define") != std::string_view::npos) {
                end = std::min(text.find('\n', begin), text.size());
            } else if (begin < text.size() && text[begin] == '=' && begin + 1 < text.size() &&
                       text[begin + 1] != '=' &&
                       (before.find("int") != std::string_view::npos ||
                        before.find("size_t") != std::string_view::npos ||
                        before.find("auto") != std::string_view::npos ||
                        before.find("long") != std::string_view::npos ||
                        before.find("unsigned") != std::string_view::npos)) {
                begin = spaces(begin + 1);
                end = text.find_first_of(";,", begin);
            }
            if (end == std::string::npos || begin >= end) continue;
            // Only a constant says how many there are.
            if (text[begin] < '0' || text[begin] > '9') continue;
            return text.substr(0, begin) + std::to_string(n) + text.substr(end);
        }
    return {};
}

namespace {

/// An entry or a program at one size.
struct Sized {
    Plan plan;
    std::unique_ptr<emulator::Compiler> compiler;  ///< of a program
    programs::OpenedProgram opened;
};

emulator::RunOptions run_options(const std::atomic<bool>* cancel) {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    // As many blocks side by side as a chain of them needs to show how it waits.
    options.gpu.multiprocessors = 16;
    options.gpu.resident_blocks = 8;
    options.gpu.shared_bytes = 227 * 1024;
    options.limits.steps = 50'000'000;
    options.limits.memory_bytes = int64_t{3} << 30;
    options.races = false;
    options.cancel = cancel;
    return options;
}

/// Negative: none.
double recorded(const bench::Recording* recording, std::string_view slug, const Parameters* parameters,
                ElementTypes types, Extent extent, std::string_view on) {
    if (recording == nullptr) return -1;
    for (const bench::RecordedTime& time : recording->times) {
        if (time.algorithm != slug || time.on != on || time.seconds <= 0 || !(time.types == types) ||
            !(time.extent == extent))
            continue;
        if (parameters == nullptr) {
            if (time.options.empty()) return time.seconds;
            continue;
        }
        const auto run = bench::run_of(time);
        if (run && all_of(run->parameters.options, [&](const OptionValue& option) {
                return parameters->option_or(option.name, option.value) == option.value;
            }))
            return time.seconds;
    }
    return -1;
}

std::string_view loop_for(const Algorithm* algorithm) {
    if (algorithm == nullptr || algorithm->result == ResultKind::scan) return "scan_loop";
    return algorithm->result == ResultKind::table ? "integral_image_oro_loop" : "";
}

/// One core that adds up so many numbers, between the recorded squares around it; 0: not recorded.
double loop_seconds(const bench::Recording* recording, int64_t n) {
    const double wanted = std::log(double(std::max<int64_t>(n, 1)));
    double below = -1e9, above = 1e9, below_seconds = 0, above_seconds = 0;
    if (recording == nullptr) return 0;
    for (const bench::RecordedTime& time : recording->times) {
        if (time.algorithm != "scan_loop" || time.on != "cpu" || time.seconds <= 0) continue;
        const double at = std::log(double(time.extent.count()));
        if (at <= wanted && at > below) below = at, below_seconds = time.seconds;
        if (at >= wanted && at < above) above = at, above_seconds = time.seconds;
    }
    if (below_seconds <= 0 || above_seconds <= 0) return std::max(below_seconds, above_seconds);
    const double part = above > below ? (wanted - below) / (above - below) : 0;
    return below_seconds * std::pow(above_seconds / below_seconds, part);
}

using Samples = std::map<std::string, std::vector<Sample>>;  ///< by GPU

class Asked {
  public:
    Asked(const Question& question, const MachineModel& machine, const std::atomic<bool>* cancel)
        : question_(question), machine_(machine), cancel_(cancel) {
        if (is_entry() && question.algorithm->cpu_loop)
            throw UsageError("{} is a loop for the CPU; ask about an entry with kernels (upsweep list).",
                             question.algorithm->slug);
        if (is_entry()) question_.parameters = with_defaults(*question.algorithm, question.parameters);
    }

    bool is_entry() const { return question_.algorithm != nullptr; }
    const Question& question() const { return question_; }
    const Algorithm& algorithm() const { return *question_.algorithm; }
    Extent extent() const { return is_entry() ? question_.parameters.extent : Extent{question_.n, 1}; }

    Parameters at(Extent extent) const {
        Parameters parameters = question_.parameters;
        parameters.extent = extent;
        return with_defaults(algorithm(), parameters);
    }

    /// The file's text with its constant set to n; n 0: as it is.
    programs::Edits edits_at(int64_t n) const {
        programs::Edits edits = question_.edits;
        if (n == 0) return edits;
        const std::string name = programs::name_of(question_.program);
        const std::string text = programs::sources_of(question_.program, question_.edits)(name);
        std::string changed = with_n(text, n);
        if (changed.empty())
            throw UsageError(
                "{} has no constant that says how many numbers there are; write one, such as "
                "`const int n = 4096;`, and use it for sizes and launches.",
                name);
        edits[name] = std::move(changed);
        return edits;
    }

    Sized open(int64_t n) const {
        Sized sized;
        sized.compiler =
            std::make_unique<emulator::Compiler>(programs::sources_of(question_.program, edits_at(n)));
        sized.opened = programs::open_program(question_.program, *sized.compiler,
                                              programs::MissingArguments::guess, run_options(cancel_));
        sized.plan = sized.opened.prepared.plan;
        return sized;
    }

    /// What the causes quote.
    Program program(const bench::Recording* recording) const {
        Program made;
        if (is_entry()) {
            made.sources = scenes::edited_sources(question_.edits);
            return made;
        }
        made.sources = programs::sources_of(question_.program, question_.edits);
        const std::string file = programs::name_of(question_.program), text = made.sources(file);
        made.launches = launch_lines(text, file);
        made.copies = copy_lines(text, file);
        made.timed = timed_region(text, file);
        made.loop_seconds = loop_seconds(recording, question_.n);
        return made;
    }

    Plan plan_at(Extent extent) const {
        if (is_entry()) return algorithm().make_plan(at(extent));
        return open(extent.count()).plan;
    }

    /// The steps and accesses of the run; 0 where it did not end within the emulator's limits.
    int64_t add_sample(Samples& samples, Extent extent) const {
        emulator::RunOptions options = run_options(cancel_);
        emulator::Trace trace;
        if (is_entry()) {
            const Parameters parameters = at(extent);
            const Plan plan = algorithm().make_plan(parameters);
            options.further_inputs = further_inputs_of(algorithm(), parameters);
            trace = emulator::run(plan, random_input(algorithm(), parameters, 1),
                                  scenes::edited_sources(question_.edits), options);
        } else {
            const Sized sized = open(extent.count());
            trace = programs::run(sized.opened, *sized.compiler, options);
        }
        if (!trace.complete) return 0;
        for (const MachineModel* machine : machines())
            samples[machine->gpu].push_back({double(extent.count()), trace.plan, count(trace, *machine)});
        return trace.step_count() + length(trace.accesses);
    }

    /// Sizes that the emulator can run, like the one asked about: a row's are shorter, of several rows there
    /// are fewer, a picture's sides shrink alike.
    std::vector<Extent> sample_extents() const {
        constexpr int64_t most = 65536;
        const Extent all = extent();
        if (all.count() <= most / 4) return {all};
        std::vector<Extent> extents;
        if (!is_entry() || all.height == 1) {
            for (int64_t n = 8192; n <= most / 2; n *= 2) extents.push_back({n, 1});
            // How far apart lanes lie in a program may depend on n: as near to it as the work allows.
            for (int64_t n = 2 * most; !is_entry() && n < all.count(); n *= 2) extents.push_back({n, 1});
        } else if (all.width == 1) {
            for (int64_t n = 8192; n <= most / 2; n *= 2) extents.push_back({1, n});
        } else if (is_entry() && algorithm().shape == Shape::rows && all.width <= most / 8) {
            for (const int64_t rows : {most / 4 / all.width, most / 2 / all.width, most / all.width})
                extents.push_back({all.width, std::max<int64_t>(rows, 2)});
        } else {
            for (const int64_t side : {64, 128, 256}) {
                const double scale = double(side) / std::sqrt(double(all.width) * double(all.height));
                const auto scaled = [scale](int64_t length) {
                    return std::max<int64_t>(1, std::llround(double(length) * scale));
                };
                extents.push_back({scaled(all.width), scaled(all.height)});
            }
        }
        return extents;
    }

    /// What the samples depend on.
    std::string key() const {
        std::string key = is_entry() ? std::string(algorithm().slug) : question_.program.file;
        key += fmt::format(" {} {}", int(question_.parameters.types.input),
                           int(question_.parameters.types.output));
        for (const OptionValue& option : question_.parameters.options)
            key += fmt::format(" {}={}", option.name, option.value);
        for (const Extent extent : sample_extents())
            key += fmt::format(" {}x{}", extent.width, extent.height);
        return key;
    }

    /// Whose latencies the samples are counted with.
    std::vector<const MachineModel*> machines() const {
        std::vector<const MachineModel*> all = {&machine_};
        if (question_.every_card)
            for (const MachineModel& one : recorded_models())
                if (one.gpu != machine_.gpu) all.push_back(&one);
        return all;
    }

    /// Of the same entry at another size they are often the same: the last ones are kept.
    std::vector<Sample> samples() const {
        if (!is_entry() || !question_.edits.empty()) return run_samples()[machine_.gpu];
        static std::mutex mutex;
        static std::string last_key;
        static Samples last;
        const std::lock_guard lock(mutex);
        if (const std::string now = key(); now != last_key || !last.contains(machine_.gpu)) {
            last = run_samples();
            last_key = now;
        }
        return last[machine_.gpu];
    }

    Samples run_samples() const {
        Samples samples;
        int64_t last = 0, work = 0;
        for (const Extent extent : sample_extents()) {
            // Two are enough where more would take seconds, a half of the first if need be.
            constexpr int64_t most_work = 1'000'000;
            const bool large =
                !is_entry() && work > 0 && double(work) * double(extent.count()) / double(last) > most_work;
            if (large && samples.begin()->second.size() >= 2) break;
            const bool half = large && last >= 4096 && work > 3 * most_work;
            try {
                work = add_sample(samples, half ? Extent{last / 2, 1} : extent);
                last = extent.count();
                if (work == 0) break;
            } catch (const UsageError&) {
                // A larger one may be beyond what the emulator runs.
                if (samples.empty()) throw;
                break;
            }
            if (!half) continue;
            for (auto& [gpu, own] : samples)
                if (own.size() == 2) std::swap(own.front(), own.back());
            break;
        }
        if (samples.empty())
            throw Error(
                "The emulator did not reach the end of the smallest run, so there are no counts; look at "
                "its findings first: upsweep run or upsweep step.");
        return samples;
    }

    /// Sizes of the curve over n.
    std::vector<Extent> curve_extents() const {
        std::vector<Extent> extents;
        const Extent all = extent();
        const int highest = is_entry() ? 28 : 22;
        for (int power = 10; power <= highest; power += 2) {
            const int64_t n = int64_t{1} << power;
            if (!is_entry() || all.height == 1)
                extents.push_back({n, 1});
            else
                extents.push_back({int64_t{1} << power / 2, int64_t{1} << power / 2});
        }
        return extents;
    }

  private:
    Question question_;
    const MachineModel& machine_;
    const std::atomic<bool>* cancel_;
};

void add_curve(Why& why, const Asked& asked, const Fit& fit, const MachineModel& machine,
               const bench::Recording* recording) {
    const Algorithm* algorithm = asked.question().algorithm;
    for (const Extent extent : asked.curve_extents()) {
        CurvePoint point;
        point.extent = extent;
        point.n = extent.count();
        try {
            const Plan plan = asked.plan_at(extent);
            point.predicted = predict(plan, fit.at(plan, double(point.n)), double(point.n), machine).run();
        } catch (const Error&) {
            continue;
        }
        if (algorithm != nullptr)
            point.measured =
                recorded(recording, algorithm->slug, &asked.question().parameters, why.types, extent, "gpu");
        // A loop does not care how the numbers lie.
        const auto side = int64_t(std::llround(std::sqrt(double(point.n))));
        for (const Extent like : {extent, Extent{side, side}})
            if (point.cpu < 0 && like.count() == point.n)
                point.cpu = recorded(recording, loop_for(algorithm), nullptr, why.types, like, "cpu");
        why.curve.push_back(point);
    }
    // ---- Where the two lines cross, both axes logarithmic
    // ---------------------------------------------------
    const CurvePoint* before = nullptr;
    for (const CurvePoint& point : why.curve) {
        if (point.cpu <= 0) continue;
        const auto ahead = [](const CurvePoint& one) {
            return std::log(one.cpu / (one.measured > 0 ? one.measured : one.predicted));
        };
        if (ahead(point) > 0) {
            double part = 1;
            if (before != nullptr) part = ahead(*before) / (ahead(*before) - ahead(point));
            const CurvePoint& from = before == nullptr ? point : *before;
            why.crossing = std::llround(double(from.n) * std::pow(double(point.n) / double(from.n), part));
            why.crossing_seconds = from.cpu * std::pow(point.cpu / from.cpu, part);
            return;
        }
        before = &point;
    }
}

std::string label_of(Part part, const Plan& plan) {
    if (part != Part::launches) return std::string(name_of(part));
    const auto launches = count_if(plan.operations, [](const Operation& operation) {
        return std::holds_alternative<Launch>(operation.what);
    });
    return fmt::format("{} {}", launches, launches == 1 ? "launch" : "launches");
}

void add_counts(Why& why, const Groups& groups) {
    Counts all;
    double launches = 0, threads = 0, barriers = 0;
    for (const auto& [key, group] : groups) {
        barriers += group.launches * group.counts[Count::barriers] / std::max(group.blocks, 1.0);
        all += group.counts;
        launches += group.launches;
        threads += group.threads;
    }
    const double sectors = all[Count::first_sectors] + all[Count::again_sectors];
    why.counts = {
        {"launches", launches, 0, ""},
        {"threads that write", all[Count::working], threads, ""},
        {"sectors again", all[Count::again_sectors], sectors, "sectors"},
        {"scattered sectors", all[Count::scattered_reads] + all[Count::scattered_writes], sectors, "sectors"},
        {"bank conflicts", all[Count::conflicts], all[Count::wavefronts], "turns"},
        {"idle operators", all[Count::idle], all[Count::operators], ""},
        {"diverged operators", all[Count::divergent], all[Count::operators], ""},
        {"barriers in the way", barriers, 0, ""},
        {"blocks in a chain", all[Count::hops], 0, ""}};
    why.lane_operators = 32 * std::max(0.0, all[Count::operators] - all[Count::idle] - all[Count::divergent]);
    why.bytes = 32 * sectors;
}

std::vector<OperationTime> operation_times(const Plan& plan, const Prediction& made,
                                           const MachineModel& machine) {
    using Kind = OperationTime::Kind;
    std::vector<OperationTime> times;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        OperationTime time{Kind::other, "", operation.stream, -1, made.operations[i]};
        if (const auto* launch = std::get_if<Launch>(&operation.what)) {
            time.kind = Kind::kernel;
            time.name = launch->name.empty() ? launch->kernel.function : launch->name;
        } else if (const auto* upload = std::get_if<Upload>(&operation.what)) {
            time.kind = Kind::upload;
            time.name = plan[upload->to].name;
        } else if (const auto* download = std::get_if<Download>(&operation.what)) {
            time.kind = Kind::download;
            time.name = plan[download->from].name;
        } else if (const auto* wait = std::get_if<Wait>(&operation.what)) {
            time.kind = Kind::wait;
            time.waits_for = wait->operation;
        } else if (const auto* clear = std::get_if<Clear>(&operation.what)) {
            time.name = "clear " + plan[clear->buffer].name;
        } else if (const auto* copy = std::get_if<Copy>(&operation.what)) {
            time.name = "copy " + plan[copy->from].name;
        }
        times.push_back(std::move(time));
    }
    if (const double back = result_seconds(plan, machine); back > 0)
        times.push_back({Kind::download, plan[plan.output].name, 0, -1, back});
    return times;
}

}  // namespace

Why why(const Question& question, const MachineModel& given, const bench::Recording* recording,
        const std::atomic<bool>* cancel) {
    Question complete = question;
    const MachineModel machine = given.launching(question.algorithm == nullptr);
    Why why;
    if (question.algorithm == nullptr && question.n == 0) {
        // As the file has it: the input's elements.
        emulator::Compiler compiler(programs::sources_of(question.program, question.edits));
        const auto opened = programs::open_program(question.program, compiler,
                                                   programs::MissingArguments::guess, run_options(cancel));
        for (const Buffer& buffer : opened.prepared.plan.buffers)
            complete.n = std::max(complete.n, buffer.extent.count());
        if (with_n(
                programs::sources_of(question.program, question.edits)(programs::name_of(question.program)),
                1)
                .empty())
            complete.curve = false;
    }
    const Asked asked(complete, machine, cancel);
    const double elements = double(asked.extent().count());
    const Fit fit(asked.samples());
    const Plan plan = asked.plan_at(asked.extent());
    const Groups groups = fit.at(plan, elements);

    why.title = asked.is_entry() ? std::string(asked.algorithm().title) : programs::name_of(question.program);
    if (asked.is_entry()) why.slug = asked.algorithm().slug;
    why.gpu = machine.gpu;
    why.extent = asked.extent();
    why.types = asked.is_entry() ? asked.question().parameters.types : ElementTypes{};
    const Prediction made = predict(plan, groups, elements, machine);
    for (size_t i = 0; i < part_count; ++i)
        if (const double seconds = nth(made.parts, i); seconds > 0)
            why.parts.push_back({Part(i), seconds, label_of(Part(i), plan)});
    why.predicted = made.run();
    if (asked.is_entry())
        why.measured =
            recorded(recording, why.slug, &asked.question().parameters, why.types, why.extent, "gpu");
    if (why.measured > 0) why.measured_where = machine.gpu + ", recorded";
    why.fit_error = fit.error();
    for (const Sample& sample : fit.samples()) why.fit_sizes.push_back(int64_t(sample.elements));
    add_counts(why, groups);
    why.operations = operation_times(plan, made, machine);
    add_causes(why, plan, groups, fit, elements, machine, asked.program(recording));
    if (complete.curve) add_curve(why, asked, fit, machine, recording);
    return why;
}

}  // namespace upsweep::model
