// The GPU: plans on the device, timed by events there.
#include "backends/gpu/gpu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "backends/repeats.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "device/device.h"
#include "device/isolated.h"
#include "device/pixel_buffer.h"
#include "device/process.h"
#include "system/process.h"

namespace upsweep::backends {

std::filesystem::path peers_program() {
    return std::filesystem::path(system::this_program()).parent_path() / "upsweep-peers";
}

PeerTime ask_peers(const std::string& question, const std::filesystem::path& program) {
    constexpr double most_seconds = 120;
    std::error_code ignored;
    if (!std::filesystem::exists(program, ignored)) return {-1, "the peer is not in this build"};
    device::Question asked;
    asked.command = {program.string()};
    const std::string line = question + "\n";
    asked.text = line;
    asked.seconds = most_seconds;
    asked.heard = [](std::string_view) { return most_seconds; };
    const device::Talk talk = device::talk(asked);
    std::istringstream answer(talk.printed);
    PeerTime time;
    std::string word;
    if (answer >> word && word == "seconds" && answer >> time.seconds && time.seconds > 0) return time;
    time.seconds = -1;
    if (word == "missing" && std::getline(answer >> std::ws, time.missing) && !time.missing.empty()) {
        time.missing = one_line(time.missing);
        return time;
    }
    time.missing = talk.timed_out
                       ? fmt::format("upsweep-peers did not end within {:g} s", most_seconds)
                       : fmt::format("upsweep-peers ended without an answer (status {})", talk.exit_status);
    return time;
}

namespace {

/// Short runs are queued one behind the other and the mean is taken, so that neither the events' ticks nor
/// the host's launching count.
constexpr double gpu_shortest_sample = 50e-6;  // events tick every half microsecond: then within 1 %

device::Options device_options(const Task& task, bool guarded) {
    device::Options options;
    options.poison = options.guards = guarded;
    options.further_inputs = further_inputs_of(task);
    options.sources = task.sources;
    return options;
}

/// Seconds of one run.
template <typename Timed>
double time_sample(Timed& timed, Repeats& repeats) {
    const double each = timed.time_once(repeats.count()) * 1e-3;
    repeats.note(each);
    return each;
}

Repeats repeats_of_kernels() { return {gpu_shortest_sample, 64, 1e-7}; }

class PreparedKernels : public Prepared {
  public:
    explicit PreparedKernels(const Task& task)
        : task_(task), plan_(plan_of(task)), runner_(plan_, *task.input, device_options(task, false)) {}

    double time_once() override {
        if (!task_.cold) return time_sample(runner_, repeats_);
        runner_.forget_cache();
        return runner_.time_once() * 1e-3;
    }
    CheckResult check() override {
        Array output = runner_.output();
        // The reference of a large array takes a minute: what equals a result that was right is right.
        if (right_ && output == *right_) return {};
        const CheckResult result = compare(output);
        if (result.right) right_ = std::move(output);
        if (result.right || runner_.buffer(plan_.input) == *task_.input) return result;
        // The plan works in place, so that its second run had another input: look at a run of its own.
        return compare(runner_.run().output);
    }
    int64_t traffic_bytes() const override { return plan_.traffic_bytes(); }
    std::vector<LaunchTime> launches() override;

  private:
    CheckResult compare(const Array& output) const {
        return check_result(*task_.algorithm, task_.parameters, *task_.input, output);
    }

    Task task_;
    Plan plan_;
    device::Runner runner_;
    std::optional<Array> right_;  ///< an output that equalled the reference
    Repeats repeats_ = repeats_of_kernels();
};

/// Several whole frames a sample; neighbours overlap.
class PreparedFrames : public Prepared {
  public:
    explicit PreparedFrames(const Task& task)
        : task_(task),
          traffic_(plan_of(task).traffic_bytes()),
          frames_(plan_of(task), *task.input, device_options(task, false)) {}

    double time_once() override {
        constexpr double sample_ms = 5;
        if (!parts_) {
            frames_.alone();  // the first one is slower
            std::array<device::FrameTimes, 5> alone{};
            for (device::FrameTimes& one : alone) one = frames_.alone();
            parts_ = FrameParts{median_of(alone, &device::FrameTimes::upload_ms),
                                median_of(alone, &device::FrameTimes::kernels_ms),
                                median_of(alone, &device::FrameTimes::download_ms)};
            const double shortest_ms = std::max(parts_->longest() * 1e3, 1e-3);
            count_ = int(std::clamp(std::ceil(sample_ms / shortest_ms), 4.0, 64.0));
        }
        return frames_.frame_ms(count_) * 1e-3;
    }
    CheckResult check() override {
        for (const Array& output : frames_.outputs())
            if (CheckResult result = check_result(*task_.algorithm, task_.parameters, *task_.input, output);
                !result.right)
                return result;
        return {};
    }
    int64_t traffic_bytes() const override { return traffic_; }
    std::optional<FrameParts> parts() const override { return parts_; }

  private:
    /// In seconds.
    template <size_t Count>
    static double median_of(const std::array<device::FrameTimes, Count>& times,
                            double device::FrameTimes::*part) {
        std::array<double, Count> values{};
        for (size_t i = 0; i < Count; ++i) values[i] = times[i].*part;
        std::sort(values.begin(), values.end());
        return values[Count / 2] * 1e-3;
    }

    Task task_;
    int64_t traffic_;
    device::FramePipeline frames_;
    std::optional<FrameParts> parts_;
    int count_ = 4;
};

Result to_result(device::Result ran) {
    Result result;
    result.output = std::move(ran.output);
    result.faults = std::move(ran.faults);
    result.milliseconds = ran.kernels_ms;
    if (!ran.launches.empty()) result.last_launch_ms = ran.launches.back().milliseconds;
    result.transfer_ms = ran.upload_ms + ran.download_ms;
    result.upload_ms = ran.upload_ms;
    for (const device::LaunchTime& launch : ran.launches)
        result.launches.push_back({launch.name, launch.milliseconds, launch.function, launch.bytes,
                                   launch.registers, launch.shared_bytes, launch.threads});
    return result;
}

std::vector<LaunchTime> PreparedKernels::launches() {
    const auto count = count_if(plan_.operations, [](const Operation& operation) {
        return std::holds_alternative<Launch>(operation.what);
    });
    // A longer list helps no reader, and events around each would take longer than all runs before.
    constexpr int64_t most_listed = 64;
    if (count < 2 || count > most_listed) return {};
    std::array<std::vector<LaunchTime>, 3> runs;
    for (std::vector<LaunchTime>& run : runs) run = to_result(runner_.run()).launches;
    std::vector<LaunchTime> made = runs.front();
    for (size_t i = 0; i < made.size(); ++i) {
        std::array<double, 3> times{};
        for (size_t run = 0; run < runs.size(); ++run)
            times[run] = i < runs[run].size() ? runs[run][i].milliseconds : made[i].milliseconds;
        std::sort(times.begin(), times.end());
        made[i].milliseconds = times[1];
    }
    return made;
}

/// Made ready with an input of zeros, which no run sees.
Array zeros_for(const Plan& plan) {
    Array zeros(plan[plan.input].type, plan[plan.input].extent);
    std::fill(zeros.bytes().begin(), zeros.bytes().end(), std::byte{0});
    return zeros;
}

class DrawnPixels : public GpuPixels {
  public:
    DrawnPixels(const device::Runner& runner, BufferId buffer) : pixels(runner, buffer) {}
    int64_t bytes() const override { return pixels.bytes(); }
    void read(std::span<std::byte> to) const override { pixels.read(to); }

    const device::DevicePixels pixels;
};

class KeptKernels : public Kept {
  public:
    KeptKernels(const Plan& plan, device::Options options)
        : input_(plan.input), runner_(plan, zeros_for(plan), std::move(options)) {}
    uint64_t input_address() const { return runner_.address(input_); }
    Result run(const Array& input, const std::atomic<bool>* cancel) override {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) throw Cancelled();
        return to_result(runner_.next(input));
    }
    std::shared_ptr<const GpuPixels> pixels(BufferId buffer) const override {
        return std::make_shared<const DrawnPixels>(runner_, buffer);
    }

  private:
    BufferId input_;
    device::Runner runner_;
};

/// Where `plan` uploads host array 1 to; it does so no more.
BufferId without_upload(Plan& plan) {
    BufferId to;
    std::erase_if(plan.operations, [&](const Operation& operation) {
        const auto* upload = std::get_if<Upload>(&operation.what);
        if (upload == nullptr || upload->slot != 1) return false;
        to = upload->to;
        return true;
    });
    return to;
}

class GpuPreparedCopy : public Prepared {
  public:
    GpuPreparedCopy(Payload payload, bool cold)
        : bytes_(payload.read + payload.written), cold_(cold), runner_(payload.read, payload.written) {}
    double time_once() override {
        if (!cold_) return time_sample(runner_, repeats_);
        runner_.forget_cache();
        return runner_.time_once() * 1e-3;
    }
    CheckResult check() override {
        CheckResult result;
        result.element = runner_.first_difference();
        result.right = result.element < 0;
        if (!result.right) result.message = fmt::format("Word {} of the copy differs.", result.element);
        return result;
    }
    int64_t traffic_bytes() const override { return bytes_; }

  private:
    int64_t bytes_;
    bool cold_;
    device::CopyRunner runner_;
    Repeats repeats_ = repeats_of_kernels();
};

class Gpu : public GpuBackend {
  public:
    const GpuProbe& probe() const override { return device::probe(); }

    Result run(const Task& task, const RunOptions& options) const override {
        device::require_device();
        device::Runner runner(plan_of(task), *task.input, device_options(task, options.guarded));
        // The first run also loads the kernels; the second one is timed.
        if (!options.guarded) runner.run();
        return to_result(runner.run());
    }
    std::unique_ptr<Kept> keep(Task task) const override {
        device::require_device();
        Plan plan = plan_of(task);
        device::Options options = device_options(task, false);
        if (const auto* beside = dynamic_cast<const KeptKernels*>(task.beside))
            options.lent = {{without_upload(plan), beside->input_address()}};
        return std::make_unique<KeptKernels>(plan, std::move(options));
    }

    int64_t bytes_needed(const Task& task) const override {
        if (task.algorithm == nullptr && !task.plan) return payload_bytes(task.parameters);
        return device::bytes_needed(plan_of(task)) *
               (task.with_transfers ? device::FramePipeline::copies : 1);
    }
    int64_t bytes_free() const override { return device::free_bytes(); }
    std::unique_ptr<Prepared> prepare(const Task& task) const override {
        device::require_device();
        if (task.algorithm == nullptr && !task.plan)
            return std::make_unique<GpuPreparedCopy>(payload_of(task.parameters), task.cold);
        if (task.algorithm == nullptr)
            throw UsageError("Only entries of the catalog get times, since their results can be checked.");
        if (task.with_transfers) return std::make_unique<PreparedFrames>(task);
        return std::make_unique<PreparedKernels>(task);
    }

    IsolatedResult run_isolated(const IsolatedRun& run, const IsolatedOptions& options) const override {
        return device::run_isolated(run, options);
    }
    double copy_time(int64_t bytes_read, int64_t bytes_written) const override {
        return device::copy_time(bytes_read, bytes_written);
    }
    double plan_time(const Task& task) const override {
        device::require_device();
        device::Runner runner(plan_of(task), *task.input, device_options(task, false));
        Repeats repeats = repeats_of_kernels();
        std::array<double, 9> times{};
        for (int i = 0; i < 3; ++i) time_sample(runner, repeats);
        for (double& time : times) time = time_sample(runner, repeats) * 1e3;
        sort(times);
        return times[times.size() / 2];
    }
    double stream_time(const Task& task) const override {
        device::require_device();
        device::Runner runner(plan_of(task), *task.input, device_options(task, false));
        runner.run();
        std::array<double, 21> times{};
        for (double& time : times) time = runner.time_launches();
        sort(times);
        return times[times.size() / 2];
    }
    PeerTime time_peer(const std::string& question) const override { return ask_peers(question); }
};

}  // namespace

void use_this_gpu() {
    static const Gpu backend;
    use_gpu(backend);
}

const device::DevicePixels& on_device(const GpuPixels& pixels) {
    return dynamic_cast<const DrawnPixels&>(pixels).pixels;
}

}  // namespace upsweep::backends
