// The table of targets from a recording.
#include <algorithm>

#include <fmt/format.h>

#include "bench/rows.h"
#include "bench/targets.h"
#include "core/error.h"

namespace upsweep::bench {
namespace {

std::string peer_name(const std::string& against) {
    if (against == "cub") return "CUB";
    return against == "npp" ? "NPP" : against;
}

bool bound(const RecordedTime& time) { return time.most > 0 && !time.against.empty(); }

std::string target_text(const RecordedTime& time) {
    if (!bound(time)) return "–";
    if (time.against == "milliseconds") return fmt::format("≤ {:.2f} ms", time.most);
    if (time.most < 0.5)
        return fmt::format("≥ {:.0f} × as fast as {}", 1 / time.most, peer_name(time.against));
    return fmt::format("≤ {:.2f} × {}", time.most, peer_name(time.against));
}

std::string value_text(const RecordedTime& time) {
    if (time.value < 0) return "–";
    if (time.against == "milliseconds") return fmt::format("{:.3f} ms", time.value);
    if (bound(time) && time.most < 0.5) return fmt::format("{:.1f} × as fast", 1 / time.value);
    return fmt::format("{:.3f} ×", time.value);
}

std::string verdict(const RecordedTime& time) {
    if (!time.refusal.empty()) return time.refusal;
    if (!bound(time)) return "for contrast";
    if (time.value < 0) return "not known";
    return time.met ? "met" : "not met";
}

std::string milliseconds(double seconds) { return seconds > 0 ? fmt::format("{:.4f}", seconds * 1e3) : "–"; }

}  // namespace

std::string targets_table(const Recording& recording) {
    std::string text = fmt::format("{}, recorded {}\n\n", machine_of(recording), origin_of(recording));
    text +=
        "| what | type | size | ms | copy ms | peer ms | target | is | "
        "|\n|---|---|---|---|---|---|---|---|---|\n";
    int targets = 0, met = 0;
    for (const RecordedTime& time : recording.times) {
        if (time.against.empty()) continue;
        targets += bound(time);
        met += bound(time) && time.met;
        text +=
            fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
                        time.what.empty() ? time.algorithm : time.what, types_text(time.types),
                        extent_text(time.extent), milliseconds(time.seconds), milliseconds(time.copy_seconds),
                        milliseconds(time.peer_seconds), target_text(time), value_text(time), verdict(time));
    }
    if (targets == 0)
        throw Error(
            "The recording has no targets; choose one that `upsweep bench --preset targets --format json` "
            "wrote.");
    return text + fmt::format("\n{} of {} targets are met.\n", met, targets);
}

}  // namespace upsweep::bench
