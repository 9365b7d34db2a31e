// A kernel that the user has changed in Step, for the Race.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/rows.h"
#include "scenes/scene.h"

namespace upsweep::app {

struct RaceEdit {
    const Algorithm* algorithm = nullptr;
    std::vector<OptionValue> options = {};          ///< those that the user chose and are not the defaults
    std::map<std::string, std::string> texts = {};  ///< changed files, by name
    bool waits = true;                              ///< its present text has not been timed
    bool cancelled = false;                         ///< the user ended its timing
    /// Who it is among a race's lines: of the GPU, and marked as edited.
    bench::Competitor competitor() const;
    /// "here scan_blelloch gpu+edited": the key of its curve.
    std::string key() const;
};

/// What Step hands over: the scene's algorithm, its texts, and what the user has chosen otherwise than Step
/// does for its toy GPU. Nothing where no kernel of the catalog is changed.
std::optional<RaceEdit> edit_of(const scenes::Scene& scene);

}  // namespace upsweep::app
