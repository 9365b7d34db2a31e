// The isolated process that runs the user's kernel on the GPU; if it crashes, nothing else does.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "core/clock.h"
#include "core/ranges.h"
#include "device/device.h"
#include "device/isolated.h"
#include "device/messages.h"
#include "device/wire.h"
#include "system/files.h"
#include "system/process.h"

namespace upsweep::device {
namespace {

constexpr int talk_handle = 0;
constexpr int most_timed_runs = 20;
constexpr double seconds_of_timing = 0.5;

void tell(Stage stage, std::string_view payload = {}) {
    if (system::write_all(talk_handle, message(stage, payload))) std::_Exit(1);
}

Options options_of(const IsolatedRun& run) {
    Options options;
    options.compile = options.as_written = true;
    options.fill = run.unset;
    options.further_inputs.assign(run.hosts.begin() + 1, run.hosts.end());
    options.globals = run.globals;
    options.parameters = run.parameters;
    options.kernels = kernels_of(run.plan);
    options.sources = [texts = std::map<std::string, std::string>(run.texts.begin(), run.texts.end())](
                          const std::string& name) {
        const auto found = texts.find(name);
        if (found == texts.end()) throw Error("{} is not among the texts that go to the GPU.", name);
        return found->second;
    };
    return options;
}

void time(Runner& runner, IsolatedResult& result) {
    std::vector<double> times;
    const double begin = steady_seconds();
    while (times.size() < most_timed_runs && steady_seconds() - begin < seconds_of_timing)
        times.push_back(runner.run().kernels_ms);
    sort(times);
    result.timed_runs = length(times);
    result.median_ms = times[times.size() / 2];
    result.least_ms = times.front();
    result.most_ms = times.back();
}

/// What the timed runs print was printed by the first one already.
void print_no_more() {
    std::fflush(stdout);
    if (std::freopen(system::null_device, "w", stdout) == nullptr) std::_Exit(1);
}

IsolatedResult carry_out(const IsolatedRun& run) {
    IsolatedResult result;
    result.device = require_device().name;
    std::string log;
    Options options = options_of(run);
    options.log = &log;
    Runner runner(run.plan, run.hosts.front(), options);
    tell(Stage::running);
    runner.run();
    for (int i = 0; i < int(run.plan.buffers.size()); ++i) result.buffers.push_back(runner.buffer({i}));
    tell(Stage::timing);
    print_no_more();
    time(runner, result);
    result.log = std::move(log);
    return result;
}

}  // namespace

int serve_isolated() {
    // If the caller is gone, no answer is needed.
    system::serve_parent();
    try {
        const std::string text = system::read_all(talk_handle);
        tell(Stage::preparing);
        tell(Stage::done, encode(carry_out(decode_run(text))));
    } catch (const BackendMissing& missing) {
        tell(Stage::missing, missing.what());
    } catch (const std::exception& error) {
        tell(Stage::failed, error.what());
    }
    // Nothing is taken apart behind a kernel that failed: the driver does that.
    std::fflush(stdout);
    std::_Exit(0);
}

}  // namespace upsweep::device
