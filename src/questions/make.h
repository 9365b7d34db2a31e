// Makes questions of a trace: at any moment, for a step of any size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "questions/question.h"
#include "replay/position/position.h"

namespace upsweep::questions {

/// Whom a question has to be about; what is left out may be anything.
struct About {
    std::string array = {};  ///< its name
    int64_t element = -1;
    int64_t block = -1;  ///< blockIdx of the block that acts
    int warp = -1;       ///< in its block
    friend bool operator==(const About&, const About&) = default;
};

/// The question of a kind about the step of this size that comes after `before` steps; nothing where the kind
/// makes no sense there. The same for the same seed. Of `at` only what holds for the whole run is used, so it
/// may be anywhere. O(accesses of the step); steps with more than most_accesses give no question.
std::optional<Question> question_at(const replay::StepPosition& at, Kind kind, int64_t before,
                                    replay::Grain grain, uint64_t seed, const About& about = {});
inline constexpr int64_t most_accesses = 60'000;

/// All kinds that make sense there, by kind.
std::vector<Question> questions_at(const replay::StepPosition& at, int64_t before, replay::Grain grain,
                                   uint64_t seed);

}  // namespace upsweep::questions
