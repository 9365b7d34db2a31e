// How near this machine comes to what its GPU can do: our kernels against a copy of the same bytes, against
// other people's kernels where the build found them, and against the times that were set as targets.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/machine.h"
#include "bench/recording.h"

namespace upsweep::bench {

/// What a time is held against. `algorithm`: another entry of the catalog, or the same with other options.
/// `copy_and_algorithm`: a copy and then that entry.
enum class Against : uint8_t { copy, cub, milliseconds, npp, algorithm, copy_and_algorithm };

struct Target {
    std::string_view what;  ///< "Integral image, one pass"
    std::string_view slug;
    std::vector<OptionValue> options;
    ElementTypes types;
    Extent extent;
    Against against = Against::copy;
    /// Times a copy or the peer's time, or milliseconds; 0.1: ten times as fast as the peer. 0: no target, a
    /// contrast to the others.
    double most = 0;
    std::string_view peer = {};  ///< what an `algorithm` is called: "Bugetti's kernels"
    std::string_view peer_slug = {};
    std::vector<OptionValue> peer_options = {};
    std::optional<ElementTypes> peer_types = {};  ///< where they are not those of the target
};

/// Every target that the GPU can be held to.
std::vector<Target> targets();

struct Measured {
    Target target;
    double seconds = 0, copy_seconds = 0;  ///< medians
    double peer_seconds = -1;              ///< negative: no peer, or it is missing
    std::string peer_missing = {};         ///< why
    std::string refusal;                   ///< why there is no time; a wrong result has none
    bool wrong = false;

    /// What `target.most` bounds; negative if it is not known.
    double value() const;
    bool bound() const { return target.most > 0; }
    bool met() const { return bound() && value() >= 0 && value() <= target.most; }
};

/// Measures all targets one after another on the GPU; each result is checked. `tell` hears which one is next.
/// Throws BackendMissing where there is no GPU.
std::vector<Measured> measure_targets(const BackendsHere& here,
                                      const std::function<void(std::string_view)>& tell);

std::string targets_table(const MachineInfo& machine, const std::vector<Measured>& measured);
/// {"machine":{…},"targets":[{"what","algorithm","type","width","height","median_ms","copy_ms","peer_ms","peer",
/// "against","options","most","value","met"}]}; what has no target is without "most" and "met", and options
/// are there only where they are not the defaults.
std::string targets_json(const MachineInfo& machine, const std::vector<Measured>& measured);

/// The targets of a recording as the same table. Throws Error where it has none.
std::string targets_table(const Recording& recording);

}  // namespace upsweep::bench
