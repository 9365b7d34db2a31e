// What is derived at each position.
#include "replay/position/position.h"

#include <algorithm>
#include <map>
#include <set>
#include <variant>

#include "core/ranges.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/banks.h"
#include "replay/data/blocks.h"
#include "replay/data/cell_history.h"
#include "replay/data/corners.h"
#include "replay/data/diagram.h"
#include "replay/data/held.h"
#include "replay/data/picture.h"
#include "replay/data/symbols.h"
#include "replay/data/tiles.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"
#include "replay/structure/passes.h"
#include "replay/structure/places.h"
#include "replay/structure/plan.h"
#include "replay/structure/staging.h"
#include "replay/structure/tracks.h"
#include "replay/words/meaning.h"
#include "replay/words/sentence.h"
#include "replay/words/sentence_parts.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {
namespace {

/// What comes next, where the stage looks ahead: "Next: down-sweep, stride 2.", or of a row that has no
/// phase, only the array that its values come from, "Next: values from `tensor`."
std::string next_sentence(const DiagramRow& row) {
    if (row.phase.empty()) return row.label.empty() ? "" : "Next: values from `" + row.label + "`.";
    return "Next: " + row.phase + (row.label.empty() ? "" : ", " + row.label) + ".";
}

/// The same of a step of the trace: "Next: write columns."; empty behind the last one.
std::string next_phase_sentence(const Trace& trace, int64_t step) {
    if (step < 0 || step >= trace.step_count()) return {};
    const Phase* phase = phase_of(trace, trace.step_at(step));
    return phase == nullptr ? std::string() : "Next: " + short_phase_name(phase->name) + ".";
}

}  // namespace

/// What was read from a trace, by what it depends on: made when it is first asked for. With `last_alone` only
/// the last one is kept, as of what depends on the moment.
template <class Key, class Value, bool last_alone = false>
class Kept {
  public:
    template <class Make>
    Value& of(const Key& key, Make make) {
        const auto at = values_.find(key);
        if (at != values_.end()) return at->second;
        if (last_alone) values_.clear();
        return values_.emplace(key, make()).first->second;
    }

  private:
    std::map<Key, Value> values_;
};

using OfTrace = std::monostate;
using OfLaunch = size_t;
using OfBlock = std::pair<uint32_t, uint32_t>;  ///< launch and block
using OfArray = std::pair<uint32_t, ArrayId>;   ///< launch and array
using OfMoment = uint64_t;                      ///< StepPosition::changes_

struct StepPosition::Derived {
    explicit Derived(const std::shared_ptr<const Trace>& trace)
        : index(*trace), player(trace), tracks(slot_tracks(*trace)) {}

    TraceIndex index;
    emulator::Player player;
    std::vector<SlotTrack> tracks;
    Kept<OfTrace, HeldValues> held;
    Kept<OfTrace, PlanOperations> plan;
    Kept<OfTrace, CellSymbols> symbols;
    Kept<OfLaunch, StagedLaunch> staged;
    Kept<OfLaunch, BlockSums> sums;
    Kept<OfLaunch, LaunchTiles> tiles;
    Kept<OfLaunch, bool> corners;
    Kept<OfBlock, BlockPlaces> places;
    Kept<OfBlock, Diagram> block_diagrams;
    Kept<OfArray, Diagram> diagrams;
    Kept<OfMoment, BlocksPicture, true> blocks;
    Kept<OfMoment, std::string, true> sentence;
    StepPicture picture;
    CodePicture code;
    BankPicture banks;
};

StepPosition::StepPosition(std::shared_ptr<const scenes::RunScene> run)
    : run_(std::move(run)), derived_(std::make_unique<Derived>(run_->trace)) {
    derive();
}
StepPosition::StepPosition(StepPosition&&) noexcept = default;
StepPosition& StepPosition::operator=(StepPosition&&) noexcept = default;
StepPosition::~StepPosition() = default;

const Trace& StepPosition::trace() const { return *run_->trace; }
const TraceIndex& StepPosition::index() const { return derived_->index; }
const emulator::Player& StepPosition::player() const { return derived_->player; }
int64_t StepPosition::step() const { return derived_->player.step(); }
int64_t StepPosition::step_count() const { return derived_->player.step_count(); }
const StepPicture& StepPosition::picture() const { return derived_->picture; }
const CodePicture& StepPosition::code() const { return derived_->code; }
const BankPicture& StepPosition::banks() const { return derived_->banks; }
const std::vector<SlotTrack>& StepPosition::tracks() const { return derived_->tracks; }

std::vector<ArrayId> StepPosition::arrays() const { return derived_->index.arrays_of(launch_, block_); }

void StepPosition::set_grain(Grain grain) {
    grain_ = grain;
    derive();
}

void StepPosition::seek(int64_t step) {
    derived_->player.seek(std::clamp<int64_t>(step, 0, step_count()));
    derive();
}

void StepPosition::set_ahead(bool ahead) {
    if (ahead == ahead_) return;
    ahead_ = ahead;
    derive();
}

void StepPosition::follow(const std::string& name) {
    follow_ = name;
    derive();
}

void StepPosition::set_example(const std::string& array, int64_t cell) {
    if (example_ == std::pair(array, cell)) return;
    example_ = {array, cell};
    example_writers_.clear();
    for (size_t i = 0; i < trace().arrays.size() && !array.empty(); ++i) {
        if (trace().arrays[i].name != array) continue;
        for (const CellWrite& write : writes_of(trace(), {int(i), cell}))
            if (!write.host) example_writers_.emplace_back(write.block, write.warp, write.lane);
    }
    ++changes_;
}

void StepPosition::set_symbols(bool symbols) {
    if (symbols == tells_symbols_) return;
    tells_symbols_ = symbols;
    ++changes_;
}

StepRange StepPosition::range() const {
    const int64_t now = derived_->index.visible(derived_->player.step());
    if (now == 0 || ahead_) return {now, now};
    return {grain_ == Grain::statement ? now - 1 : derived_->index.back(now, Grain::barrier), now};
}

/// Of a pass whose writes build on one another, only the last row of the diagram is "now". Where rows are no
/// passes, as in a histogram whose counters go up one by one, all of it is.
StepRange StepPosition::last_row(StepRange steps) const {
    const int now = diagram_->row_at(steps.end);
    if (grain_ == Grain::statement || now < 0) return steps;
    const auto step_of = [&](int id) { return diagram_->nodes[id].step; };
    StepRange narrow = steps;
    for (size_t r = 0; r < diagram_->rows.size(); ++r) {
        const DiagramRow& row = diagram_->rows[r];
        if (int(r) == now || row.last_step < steps.first || row.first_step >= steps.end) continue;
        for (const int id : row.nodes)
            if (narrow.contains(step_of(id))) narrow.first = step_of(id) + 1;
    }
    const std::vector<int>& nodes = diagram_->rows[now].nodes;
    const auto remains = [&](int id) { return narrow.contains(step_of(id)); };
    const auto was = [&](int id) { return steps.contains(step_of(id)); };
    const bool lost = any_of(nodes, was) && none_of(nodes, remains);
    return lost ? steps : narrow;
}

/// A phase that moves values between two arrays shows both all the time: what is loaded is there before
/// it is, and what was stored is there after it was.
void StepPosition::add_partner() {
    constexpr int64_t far = 3000;
    const int64_t now = derived_->index.present(derived_->player.step());
    if (derived_->picture.partner >= 0 || trace().steps.empty()) return;
    derived_->picture.partner = derived_->index.partner(trace(), now, derived_->picture.followed);
    if (derived_->picture.partner < 0) return;
    const Step& present = trace().step_at(now);
    const auto shift_at = [&](int64_t index) -> std::optional<int64_t> {
        const Step& step = trace().step_at(index);
        if (step.operation != present.operation || step.block != present.block) return {};
        for (int64_t i = step.first_access; i < trace().end_access(index); ++i) {
            const Access& access = trace().access_at(i);
            if (!is_write(access) || is_local(trace(), access.array)) continue;
            const Flow flow = flow_of(trace(), index, i);
            const auto shift = shift_of(flow, derived_->picture.followed, derived_->picture.partner);
            if (shift && flow.sources.size() <= 2) return shift;
        }
        return {};
    };
    std::optional<int64_t> shift;
    for (int64_t i = now; !shift && i >= std::max<int64_t>(0, now - far); --i) shift = shift_at(i);
    for (int64_t i = now; !shift && i < std::min(step_count(), now + far); ++i) shift = shift_at(i);
    derived_->picture.partner_shift = shift.value_or(0);
}

/// Where the diagram has a row for the partner, element i is in the same column everywhere.
void StepPosition::align_partner() {
    for (const int place : {diagram_->input, diagram_->output}) {
        if (place < 0) continue;
        const DiagramPlace& one = diagram_->places[place];
        if (int(one.array) != derived_->picture.partner) continue;
        derived_->picture.partner_shift = one.first - diagram_->places.front().first;
    }
}

ArrayId StepPosition::choose_array(int64_t focus) {
    const ArrayId chosen = derived_->index.followed(trace(), focus);
    if (!follow_.empty())
        for (const ArrayId array : derived_->index.arrays_of(launch_, block_))
            if (trace().arrays[array].name == follow_) return array;
    // What the block keeps is followed at every step, also while it stores.
    if (!follow_.empty() || places().kept.empty()) return chosen;
    return places().kept.front().array;
}

const BlockPlaces& StepPosition::places() {
    return derived_->places.of({launch_, block_}, [&] { return places_of(trace(), *staged_, block_); });
}

bool StepPosition::keeps(ArrayId array) {
    const auto& kept = places().kept;
    return any_of(kept, [&](const DiagramPlace& place) { return place.array == array; });
}

const Diagram& StepPosition::diagram_of(ArrayId array) {
    if (keeps(array))
        return derived_->block_diagrams.of({launch_, block_},
                                           [&] { return make_diagram(trace(), places(), launch_, block_); });
    return derived_->diagrams.of({launch_, array}, [&] { return make_diagram(trace(), array, launch_); });
}

/// Steps of the row above and, in the present row, those before the range: what stays as "step before".
std::vector<int64_t> StepPosition::earlier_steps(StepRange range) const {
    std::set<int64_t> steps;
    const int row = diagram_->row_at(range.end);
    for (int r = std::max(0, row - 1); r <= row; ++r) {
        for (const int id : diagram_->rows[r].nodes) {
            const int64_t step = diagram_->nodes[id].step;
            if (step >= 0 && step < range.first && steps.size() < 64) steps.insert(step);
        }
    }
    return {steps.begin(), steps.end()};
}

std::optional<Counts> StepPosition::counts_of(int64_t step) {
    if (step < 0) return {};
    const int64_t now = derived_->player.step();
    derived_->player.seek(step);
    const Counts before = derived_->player.counts();
    derived_->player.seek(step + 1);
    Counts counts = derived_->player.counts();
    derived_->player.seek(now);
    counts.shared_load_wavefronts -= before.shared_load_wavefronts;
    counts.shared_store_wavefronts -= before.shared_store_wavefronts;
    counts.bank_conflicts -= before.bank_conflicts;
    return counts;
}

/// Of every warp between the barriers, where that is what a step is.
void StepPosition::derive_banks(StepRange steps) {
    constexpr int64_t most = 4096;
    const ArrayId array = derived_->picture.followed;
    if (grain_ != Grain::statement && steps.end - steps.first > 1) {
        derived_->banks = make_banks(trace(), array, {std::max(steps.first, steps.end - most), steps.end});
        return;
    }
    const std::optional<Counts> counted = counts_of(derived_->picture.focus);
    derived_->banks = make_banks(trace(), array, derived_->picture.focus, counted ? &*counted : nullptr);
}

void StepPosition::derive() {
    ++changes_;
    StepRange steps = range();
    const int64_t present = derived_->index.present(derived_->player.step());
    if (!trace().steps.empty()) {
        const Step& last = trace().step_at(present);
        launch_ = trace().launch_near(last.operation);
        block_ = last.block;
    }
    staged_ = &staged(launch_);
    const ArrayId array = choose_array(present);
    diagram_ = &diagram_of(array);
    diagram_row_ = diagram_->row_at(steps.end);
    if (!ahead_) steps = last_row(steps);
    const auto earlier = ahead_ ? std::vector<int64_t>{} : earlier_steps(steps);
    const int rows = int(diagram_->rows.size());
    beyond_ = diagram_row_ + 1 >= rows;
    if (ahead_) diagram_row_ = std::min(diagram_row_ + 1, rows - 1);
    derived_->picture = make_picture(trace(), steps, array, earlier);
    show_running_sums(trace(), *diagram_, derived_->picture);
    add_partner();
    align_partner();
    // One thread adds an element of another cell in each turn: both rows stay where they are.
    if (diagram_->serial) derived_->picture.partner_shift = 0;
    derived_->code = make_code(trace(), derived_->picture);
    derive_banks(steps);
}

const std::string& StepPosition::sentence() const {
    return derived_->sentence.of(changes_, [&] { return make_sentence(); });
}

std::string StepPosition::make_sentence() const {
    if (ahead_ && beyond_)
        if (std::string next = next_phase_sentence(trace(), derived_->picture.range.end); !next.empty())
            return next;
    if (ahead_ && diagram_row_ >= 0) return next_sentence(diagram_->rows[diagram_row_]);
    // No lesson explains the user's kernel.
    if (!ahead_ && derived_->player.step() == 0 && run_->algorithm == nullptr)
        return "Nothing has run yet. Press → for the first step, or Space to play.";
    // The last step ends on what came of it all.
    if (!ahead_ && derived_->player.step() == step_count())
        if (const std::string result = result_sentence(*run_); !result.empty())
            // Of the user's program it is what went wrong, which needs the room.
            return (derived_->picture.flows.empty() || grain_ == Grain::launch || run_->program != nullptr
                        ? ""
                        : present_sentence() + " ") +
                   result;
    return present_sentence();
}

/// What a long step is about: of several blocks, what the one has done that it ends with.
StepPicture StepPosition::own_part(int64_t present) const {
    const StepRange pass = own_pass(trace(), present, grain_);
    StepPicture part = make_picture(trace(), pass, derived_->picture.followed, {}, block_);
    if (part.arrays.empty()) {
        StepPicture all =
            make_picture(trace(), derived_->picture.range, derived_->picture.followed, {}, block_);
        if (!all.flows.empty()) return all;
    }
    return part;
}

namespace {

/// What blocks tell each other in the picture; empty where they do not.
std::string told_between_blocks(const StepPosition& at, const StepPicture& picture) {
    const StagedLaunch& staged = at.staged();
    const bool tells = staged.find(SubjectRole::flag) != nullptr || staged.find(SubjectRole::word) != nullptr;
    return tells && staged.blocks() > 1 ? block_sentence(at.trace(), staged, at.blocks(), at.tiles(), picture)
                                        : std::string();
}

}  // namespace

/// Where blocks tell each other something, that is what the step is about.
std::string StepPosition::present_sentence() const {
    const int64_t present = derived_->index.present(derived_->player.step());
    const bool host = derived_->player.step() == 0 || trace().step_at(present).kind == StepKind::host;
    if (host) return told(derived_->picture, host);
    if (takes_corners())
        if (std::string text = corner_sentence(
                trace(), *staged_,
                make_corners(trace(), *staged_, held(), derived_->picture.range, example_lane()));
            !text.empty())
            return in_block({trace(), staged_}, present, text);
    if (grain_ == Grain::statement) return told(derived_->picture, host);
    if (grain_ == Grain::launch && !diagram_->serial &&
        derived_->index.visible(derived_->player.step()) >= trace().launches[launch_].end_step)
        if (std::string done = launch_sentence(trace(), derived_->index, *staged_); !done.empty())
            return done;
    const bool whole = diagram_->serial || (staged_->blocks() == 1 && !derived_->picture.flows.empty());
    const StepPicture part = whole ? derived_->picture : own_part(present);
    if (part.focus < 0 || !is_bookkeeping(trace(), part.focus)) return told(part, host);
    // What blocks report to each other stays in the sentence, though it may only be a test.
    if (const std::string text = told_between_blocks(*this, part); !text.empty()) return text;
    const int64_t last = last_that_matters(trace(), part.focus);
    if (last >= 0) {
        StepPicture matters = own_part(last);
        if (matters.focus < 0 || is_bookkeeping(trace(), matters.focus))
            matters = make_picture(trace(), {last, last + 1}, derived_->picture.followed, {}, block_);
        return told(matters, host);
    }
    const Phase* phase = phase_of(trace(), trace().step_at(present));
    return in_block(
        {trace(), staged_}, present,
        (phase == nullptr ? "The kernel" : "The phase " + in_backticks(short_phase_name(phase->name))) +
            (derived_->picture.arrays.empty() ? " begins: it has not read or written memory yet."
                                              : " begins: it has not written memory yet."));
}

std::string StepPosition::told(const StepPicture& picture, bool host) const {
    if (!host)
        if (std::string text = told_between_blocks(*this, picture); !text.empty()) return text;
    Narration narration{trace(), staged_};
    if (tells_symbols_) narration.symbols = &held();
    if (diagram_->kept > 1) narration.buffers = std::span(diagram_->places).first(size_t(diagram_->kept));
    if (!example_.first.empty()) narration.example = example_;
    return sentence_of(narration, picture);
}

int StepPosition::example_lane() const {
    if (derived_->player.step() == 0 || example_writers_.empty()) return -1;
    const Step& now = trace().step_at(derived_->index.present(derived_->player.step()));
    for (const auto& [block, warp, lane] : example_writers_)
        if (block == now.block && warp == int(now.warp)) return lane;
    return -1;
}

const StagedLaunch& StepPosition::staged(size_t launch) const {
    return derived_->staged.of(launch, [&] { return StagedLaunch(trace(), launch); });
}

const HeldValues& StepPosition::held() const {
    return derived_->held.of({}, [&] { return HeldValues(trace()); });
}

const PlanOperations& StepPosition::plan() const {
    return derived_->plan.of({}, [&] { return PlanOperations(run_->trace); });
}

const CellSymbols& StepPosition::symbols() const {
    return derived_->symbols.of({}, [&] { return CellSymbols(trace(), held()); });
}

const BlocksPicture& StepPosition::blocks() const {
    return derived_->blocks.of(changes_, [&] {
        const BlockSums& sums =
            derived_->sums.of(launch_, [&] { return block_sums(trace(), staged(), held()); });
        return make_blocks(trace(), derived_->player, staged(), sums, moment());
    });
}

StepRange StepPosition::moment() const {
    StepRange steps = derived_->picture.range;
    // Of steps not yet done, and of those of the launch before, nothing is shown.
    steps.end = std::max(steps.end, derived_->index.visible(derived_->player.step()));
    return steps;
}

const LaunchTiles& StepPosition::tiles() const {
    return derived_->tiles.of(launch_, [&] { return launch_tiles(trace(), staged()); });
}

bool StepPosition::takes_corners() const {
    return derived_->corners.of(launch_, [&] { return replay::takes_corners(trace(), staged()); });
}

std::vector<CountLine> StepPosition::counts(size_t limit) const {
    return count_lines(derived_->player.counts(), trace().counts, run_->expectations, trace().complete,
                       limit);
}

namespace {

bool in_same_phase(const Trace& from, const Step& a, const Trace& to, const Step& b) {
    const Phase *one = phase_of(from, a), *other = phase_of(to, b);
    return one != nullptr && other != nullptr && a.block == b.block && one->name == other->name &&
           from.launch_of(a) == to.launch_of(b);
}

/// The same warp runs the same statement in the same barrier interval.
bool runs_the_same(const Trace& from, const Step& a, const Trace& to, const Step& b) {
    return a.warp == b.warp && a.interval == b.interval && a.kind == b.kind &&
           where(from, a) == where(to, b) && in_same_phase(from, a, to, b);
}

}  // namespace

int64_t same_place(const Trace& from, int64_t step, const Trace& to) {
    if (step <= 0) return 0;
    if (step >= from.step_count()) return to.step_count();
    if (from.step_count() == to.step_count()) return step;
    const Step& old = from.steps[step - 1];
    // How often the warp had run the statement in this interval: a loop without barriers repeats it.
    int64_t passes = 0;
    for (int64_t i = 0; i < step; ++i)
        if (runs_the_same(from, old, from, from.steps[i])) ++passes;
    int64_t in_phase = -1, alike = -1;
    for (int64_t i = 0; i < to.step_count() && passes > 0; ++i) {
        const Step& now = to.steps[i];
        if (!in_same_phase(from, old, to, now)) continue;
        in_phase = i + 1;
        if (!runs_the_same(from, old, to, now)) continue;
        alike = i + 1;
        --passes;
    }
    if (alike > 0) return alike;
    if (in_phase > 0) return in_phase;
    return to.step_count() * step / from.step_count();
}

}  // namespace upsweep::replay
