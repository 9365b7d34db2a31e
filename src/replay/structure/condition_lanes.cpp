// What names in a condition mean to each lane of a step.
#include "replay/structure/condition_lanes.h"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "core/quotes.h"
#include "emulator/trace/trace.h"
#include "replay/trace.h"

namespace upsweep::replay {

namespace {

// By built-in number.
constexpr std::array<std::string_view, 18> built_ins = {
    "lane",        "warp",        "thread",      "block",      "line",       "step",
    "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
    "blockDim.x",  "blockDim.y",  "blockDim.z",  "gridDim.x",  "gridDim.y",  "gridDim.z"};

int64_t part_of(int64_t linear, const Dim3& size, int axis) {
    if (axis == 0) return linear % size.x;
    return axis == 1 ? linear / size.x % size.y : linear / (size.x * size.y);
}

int64_t part_of(const Dim3& size, int axis) { return axis == 0 ? size.x : axis == 1 ? size.y : size.z; }

uint64_t block_key(int64_t launch, uint32_t block) { return uint64_t(launch) << 32 | block; }

bool is_named(const ArrayInfo& info) {
    return !info.pointer &&
           (info.space == Space::local || info.space == Space::shared || info.space == Space::global);
}

/// "This run has no variable `stryde`; it has `right`, `stride` and `thread`."
std::string unknown(const Trace& trace, const std::string& name) {
    std::set<std::string> locals;
    for (const ArrayInfo& info : trace.arrays)
        if (info.space == Space::local && !info.pointer && locals.size() < 12) locals.insert(info.name);
    std::string listed = "`lane`, `thread`";
    for (const std::string& local : locals)
        if (local != "lane" && local != "thread") listed += ", " + in_ticks(local);
    return fmt::format("This run has no variable {}; it has {} and `block`.", in_ticks(name), listed);
}

}  // namespace

/// A lane of a step, as the condition asks for it.
class ConditionLanes::Lane : public scenes::ConditionValues {
  public:
    Lane(const ConditionLanes& all, int64_t step, int lane)
        : all_(all), at_(all.trace_.step_at(step)), step_(step), lane_(lane) {
        launch_ = all.trace_.launch_of(at_);
        thread_ = thread_of(all.trace_, at_, lane);
    }

    std::optional<double> variable(size_t name) const override {
        const int array = all_.array_of(name, launch_, at_.block);
        if (array >= 0) {
            const ArrayInfo& info = info_of(array);
            const bool scalar =
                info.space == Space::local ? info.extent.width == 1 : info.extent.count() == 1;
            if (scalar)
                if (const auto value = value_of(array, info.space == Space::local ? thread_ : 0))
                    return value;
        }
        return built_in(all_.built_in_[name]);
    }

    std::optional<double> element(size_t name, int64_t index) const override {
        const int array = all_.array_of(name, launch_, at_.block);
        if (array < 0 || index < 0) return std::nullopt;
        const ArrayInfo& info = info_of(array);
        if (info.space != Space::local) return value_of(array, index);
        if (index >= info.extent.width) return std::nullopt;
        return value_of(array, thread_ * info.extent.width + index);
    }

  private:
    const ArrayInfo& info_of(int array) const { return all_.trace_.arrays[array]; }

    std::optional<double> value_of(int array, int64_t index) const {
        const ArrayInfo& info = info_of(array);
        const auto id = static_cast<ArrayId>(array);
        if (index >= info.extent.count() || !all_.player_->defined(id, index)) return std::nullopt;
        return bits_to_number(info.type, all_.player_->bits(id, index));
    }

    std::optional<double> built_in(int which) const {
        if (which < 0) return std::nullopt;
        switch (which) {
            case 0:
                return lane_;
            case 1:
                return at_.warp;
            case 2:
                return double(thread_);
            case 3:
                return at_.block;
            case 4:
                return where(all_.trace_, at_).line;
            case 5:
                return double(step_ + 1);
            default:
                break;
        }
        const LaunchInfo& launch = all_.trace_.launches[launch_];
        const int axis = which % 3;
        switch (which / 3) {
            case 2:
                return double(part_of(thread_, launch.block, axis));
            case 3:
                return double(part_of(at_.block, launch.grid, axis));
            case 4:
                return double(part_of(launch.block, axis));
            default:
                return double(part_of(launch.grid, axis));
        }
    }

    const ConditionLanes& all_;
    const Step& at_;
    int64_t step_;
    int lane_;
    int64_t launch_ = -1, thread_ = 0;
};

ConditionLanes::ConditionLanes(const Trace& trace, scenes::Condition condition)
    : trace_(trace), condition_(std::move(condition)), name_of_array_(trace.arrays.size(), -1) {
    for (size_t name = 0; name < condition_.names.size(); ++name) {
        const std::string& text = condition_.names[name];
        const auto known = std::find(built_ins.begin(), built_ins.end(), text);
        built_in_.push_back(known == built_ins.end() ? -1 : int(known - built_ins.begin()));
        std::vector<int>& arrays = arrays_named_.emplace_back();
        for (size_t i = 0; i < trace.arrays.size(); ++i)
            if (trace.arrays[i].name == text && is_named(trace.arrays[i])) {
                arrays.push_back(int(i));
                name_of_array_[i] = int(name);
            }
        if (arrays.empty() && built_in_.back() < 0 && missing_.empty()) missing_ = unknown(trace, text);
    }
    // The caller owns the trace; the player needs it no longer than this.
    if (missing_.empty())
        player_ = std::make_unique<emulator::Player>(
            std::shared_ptr<const Trace>(std::shared_ptr<const Trace>(), &trace));
}

ConditionLanes::~ConditionLanes() = default;

int ConditionLanes::array_of(size_t name, int64_t launch, uint32_t block) const {
    const auto written = current_.find({block_key(launch, block), name});
    if (written != current_.end()) return written->second;
    for (const int array : arrays_named_[name]) {
        const ArrayInfo& info = trace_.arrays[array];
        const bool ours = info.launch < 0 || (info.launch == launch && info.block == int(block));
        if (ours) return array;
    }
    return -1;
}

void ConditionLanes::go_behind(int64_t step) {
    for (; seen_ <= step; ++seen_) {
        const Step& one = trace_.step_at(seen_);
        for (const Access& access : trace_.accesses_of(seen_)) {
            const int name = name_of_array_[access.array];
            if (name >= 0 && is_write(access) && trace_.arrays[access.array].launch >= 0)
                current_[{block_key(trace_.launch_of(one), one.block), size_t(name)}] = int(access.array);
        }
    }
    player_->seek(step + 1);
}

bool ConditionLanes::holds(int64_t step, int lane) const { return condition_.holds(Lane(*this, step, lane)); }

bool ConditionLanes::any_at(int64_t step) {
    const Step& one = trace_.step_at(step);
    if (one.kind == StepKind::host) return false;
    go_behind(step);
    for (int lane = 0; lane < 32; ++lane)
        if ((one.active >> lane & 1U) != 0 && holds(step, lane)) return true;
    return false;
}

bool ConditionLanes::begins_at(int64_t step) {
    const Step& one = trace_.step_at(step);
    if (one.kind == StepKind::host) return false;
    go_behind(step);
    bool begins = false;
    for (int lane = 0; lane < 32; ++lane) {
        if ((one.active >> lane & 1U) == 0) continue;
        const auto thread = uint64_t(thread_of(trace_, one, lane));
        bool& before = held_[block_key(trace_.launch_of(one), one.block) << 11 ^ thread];
        const bool now = holds(step, lane);
        begins = begins || (now && !before);
        before = now;
    }
    return begins;
}

}  // namespace upsweep::replay
