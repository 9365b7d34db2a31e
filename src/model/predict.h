// Counts at small sizes, fitted and carried to any size; and the time that a machine takes for them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/plan.h"
#include "model/counts.h"
#include "model/machine_model.h"
#include "model/why.h"

namespace upsweep::model {

/// A run on the emulator.
struct Sample {
    double elements = 0;
    Plan plan;
    RunCounts counts;
};

/// What the launches of one kernel and name come to in a plan.
struct Group {
    double launches = 0, blocks = 0, threads = 0;
    Counts counts;
};
/// By kernel and name of the launch.
using Groups = std::map<std::string, Group>;

/// The counts of a plan that was not run, from samples of smaller ones, count by count in the form that fits
/// best: see docs/model.md.
class Fit {
  public:
    /// At least one sample, the smallest first.
    explicit Fit(std::vector<Sample> samples);
    const std::vector<Sample>& samples() const { return samples_; }
    Groups at(const Plan& plan, double elements) const;
    /// How far the counts that matter, fitted to all samples but the largest, miss that one: the mean.
    double error() const { return error_; }

  private:
    double value(const std::string& key, Count count, const Group& group, double elements,
                 size_t samples) const;

    std::vector<Sample> samples_;
    std::vector<Groups> known_;  ///< one a sample
    double error_ = 0;
};

/// What is taken away from the counts to see what it costs.
using Cures = uint32_t;
constexpr Cures cure(CauseKind kind) { return Cures{1} << uint32_t(kind); }

/// With the cure of launches or of numbers that go through memory again: the one without the other.
constexpr Cures apart = Cures{1} << 31U;

struct Prediction {
    std::array<double, part_count> parts{};
    std::vector<double> operations = {};  ///< seconds of each of the plan's operations
    double run() const;                   ///< seconds: without transfers and first call
};

/// The time of a plan whose groups cost so much.
Prediction predict(const Plan& plan, const Groups& groups, double elements, const MachineModel& machine,
                   Cures cures = 0);

/// The way back of a plan's result, which most plans leave to their caller; 0 where the plan has downloads.
double result_seconds(const Plan& plan, const MachineModel& machine);

/// The copies from the host (`up`), or to it.
double copy_seconds(const Plan& plan, const MachineModel& machine, bool up);

/// The key of a launch's group.
std::string group_of(const Launch& launch);
/// Whether most of what is touched again an earlier launch has touched: to keep it takes one launch.
bool is_carried(const Groups& groups);
/// Of a group: whether most of its threads write nothing.
bool is_mostly_idle(const Group& group);

}  // namespace upsweep::model
