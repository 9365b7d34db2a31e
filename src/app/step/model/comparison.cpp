// Two scenes on one clock, and the pairs that are worth it.
#include "app/step/model/comparison.h"

#include <cstdlib>
#include <limits>
#include <tuple>

#include <fmt/format.h>

#include "app/step/model/scene_switches.h"
#include "core/words.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"
#include "replay/data/banks.h"
#include "replay/data/blocks.h"
#include "replay/position/counts.h"
#include "replay/structure/index.h"

namespace upsweep::app {

using namespace replay;
using namespace scenes;

namespace {

/// Parts of phases are fractions.
constexpr double even = 1e-9;
constexpr double never = std::numeric_limits<double>::infinity();

/// What a class compares; the parts of a sum are in the inspector.
constexpr std::string_view compared[] = {"additions",         "depth",          "barriers",       "rounds",
                                         "shared_wavefronts", "bank_conflicts", "global_sectors", "steps"};

}  // namespace

Comparison::Comparison(Jobs& jobs, StepModel& left) : left_(left), right_(jobs) {
    left_.replace_steps([this](bool on) { return on ? forward() : back(); });
}

Comparison::~Comparison() { left_.replace_steps({}); }

void Comparison::open(const ComparePreset& preset) {
    Scene shown = left_.scene();
    shown.step = preset.left.step;
    if (left_.position() == nullptr || !(shown == preset.left)) left_.open(preset.left, false);
    right_.open(preset.right, false);
}

void Comparison::swap() {
    if (!ready()) return;
    Scene left = left_.position()->run().scene, right = right_.position()->run().scene;
    left.step = left_.position()->step();
    right.step = right_.position()->step();
    left_.open(std::move(right), false);
    right_.open(std::move(left), false);
}

const TraceClock& Comparison::clock_of(const StepModel& model, Timed& timed) const {
    const emulator::Trace* trace = &model.position()->trace();
    if (timed.readings == nullptr || timed.trace != trace || timed.clock != clock_)
        timed = {trace, clock_, std::make_unique<TraceClock>(*trace, clock_)};
    return *timed.readings;
}

void Comparison::set_clock(Clock clock) {
    if (clock == clock_) return;
    clock_ = clock;
    if (ready()) follow();
}

double Comparison::left_time() { return clock_of(left_, left_clock_).at(left_.position()->step()); }
double Comparison::right_time() { return clock_of(right_, right_clock_).at(right_.position()->step()); }
double Comparison::left_end() { return clock_of(left_, left_clock_).end(); }
double Comparison::right_end() { return clock_of(right_, right_clock_).end(); }

bool Comparison::forward() {
    if (!ready()) return false;
    right_.set_grain(left_.grain());
    const auto next_of = [](StepModel& model) {
        return model.position()->index().forward(model.position()->step(), model.grain());
    };
    const int64_t left = next_of(left_), right = next_of(right_);
    const bool left_goes = left > left_.position()->step(), right_goes = right > right_.position()->step();
    if (!left_goes && !right_goes) return false;
    const double left_time = left_goes ? clock_of(left_, left_clock_).at(left) : never;
    const double right_time = right_goes ? clock_of(right_, right_clock_).at(right) : never;
    const double first = std::min(left_time, right_time) + even;
    if (left_goes && left_time <= first) left_.go_on(left);
    if (right_goes && right_time <= first) right_.go_on(right);
    note_left();
    return true;
}

bool Comparison::back() {
    if (!ready()) return false;
    right_.set_grain(left_.grain());
    const auto before = [](StepModel& model) {
        return model.position()->index().back(model.position()->step(), model.grain());
    };
    const double left = left_.position()->step() > 0 ? left_time() : -1;
    const double right = right_.position()->step() > 0 ? right_time() : -1;
    if (left < 0 && right < 0) return false;
    const double last = std::max(left, right) - even;
    if (left >= 0 && left >= last) left_.seek(before(left_));
    if (right >= 0 && right >= last) right_.seek(before(right_));
    note_left();
    return true;
}

void Comparison::note_left() { left_step_ = left_.position()->step(); }

// Beginning and end stay what they are.
void Comparison::follow() {
    const int64_t step = left_.position()->step();
    if (step == 0)
        right_.seek(0);
    else if (step == left_.position()->step_count())
        right_.seek(right_.position()->step_count());
    else
        right_.seek(clock_of(right_, right_clock_).step_at(left_time()));
    note_left();
}

void Comparison::advance() {
    if (!ready()) return;
    if (right_.grain() != left_.grain()) right_.set_grain(left_.grain());
    if (right_.zoom() != left_.zoom()) right_.set_zoom(left_.zoom());
    const int64_t scenes = left_.scenes() + right_.scenes();
    if (scenes == scenes_ && left_step_ == left_.position()->step()) return;
    scenes_ = scenes;
    follow();
}

std::vector<ComparedCount> Comparison::counts() const {
    std::vector<ComparedCount> rows;
    const emulator::Counts left = left_.position()->player().counts(),
                           right = right_.position()->player().counts();
    const emulator::Counts &left_all = left_.position()->trace().counts,
                           &right_all = right_.position()->trace().counts;
    for (std::string_view key : compared) {
        const emulator::CountName& name = emulator::count_name(key);
        const ComparedCount row{name.words,     name.meaning,      name.of(left),
                                name.of(right), name.of(left_all), name.of(right_all)};
        if (row.left_total != 0 || row.right_total != 0) rows.push_back(row);
    }
    // Steps are how finely a kernel is written: they lead where nothing else differs.
    stable_sort(rows, [](const ComparedCount& a, const ComparedCount& b) {
        const auto rank = [](const ComparedCount& row) { return row.words == "steps" ? 0 : row.apart(); };
        return std::tuple(a.better() != 0, rank(a)) > std::tuple(b.better() != 0, rank(b));
    });
    return rows;
}

double ComparedCount::apart() const {
    const auto most = double(std::max(left_total, right_total));
    return most > 0 ? double(std::abs(left_total - right_total)) / most : 0;
}

bool Comparison::is_about_banks() const {
    if (!fault(true).empty() || !fault(false).empty()) return false;
    const emulator::Counts &left = left_.position()->trace().counts,
                           &right = right_.position()->trace().counts;
    // Two kernels that add in another way are compared by that, whatever their banks do.
    const bool same_work = left.additions == right.additions &&
                           emulator::count_of(left, "depth") == emulator::count_of(right, "depth");
    return same_work && left.bank_conflicts != right.bank_conflicts;
}

namespace {

using State = CompareLead::State;

int64_t faults_of(const emulator::Trace& trace) {
    return count_if(trace.findings, [](const emulator::Finding& finding) {
        return finding.severity == emulator::Severity::fault;
    });
}

bool is_stuck(const emulator::Trace& trace) {
    return find_by(trace.findings, &emulator::Finding::kind, emulator::FindingKind::deadlock) != nullptr;
}

/// Nothing has run: so far both sides are even, and what differs is what is to come.
bool is_beginning(const StepPosition& left, const StepPosition& right) {
    return left.step() == 0 && right.step() == 0;
}

/// Of the present step where it takes another number of turns on each side, else so far; at the beginning in
/// all.
std::array<CompareLead, 2> bank_leads(const StepPosition& left, const StepPosition& right) {
    const bool now = left.banks().accesses > 0 && right.banks().accesses > 0 &&
                     left.banks().wavefronts != right.banks().wavefronts;
    const bool beginning = is_beginning(left, right);
    std::array<CompareLead, 2> leads;
    for (const bool is_left : {true, false}) {
        const StepPosition& at = is_left ? left : right;
        const BankPicture& banks = at.banks();
        const emulator::Counts so_far = beginning ? at.trace().counts : at.player().counts();
        const int64_t turns = now ? banks.wavefronts : so_far.shared_wavefronts();
        const bool conflict = now ? banks.conflict() : so_far.bank_conflicts > 0;
        leads[is_left ? 0 : 1] = {std::to_string(turns),
                                  noun_of(turns, "wavefront") + (now         ? " in this step"
                                                                 : beginning ? " in all"
                                                                             : " so far"),
                                  turns == 0 ? State::even
                                  : conflict ? State::bad
                                             : State::good};
    }
    return leads;
}

}  // namespace

std::optional<std::array<CompareLead, 2>> Comparison::leads(
    const std::function<bool(const ComparedCount&)>& fits) const {
    if (!ready()) return std::nullopt;
    const StepPosition &left = *left_.position(), &right = *right_.position();
    const auto both = [&](auto&& make) {
        return std::array<CompareLead, 2>{make(left, right), make(right, left)};
    };
    if (is_stuck(left.trace()) != is_stuck(right.trace()))
        return both([](const StepPosition& at, const StepPosition&) {
            const BlocksPicture& blocks = at.blocks();
            const bool stuck = is_stuck(at.trace());
            return CompareLead{std::to_string(blocks.done),
                               fmt::format("of {} done{}", counted(length(blocks.cards), "block"),
                                           stuck ? ", then a deadlock" : ""),
                               stuck ? State::bad : State::good};
        });
    const auto wrong = [](const StepPosition& at) { return length(at.run().check.wrong); };
    if (wrong(left) != wrong(right))
        return both([&](const StepPosition& at, const StepPosition&) {
            const int64_t count = wrong(at);
            return CompareLead{std::to_string(count), noun_of(count, "wrong value") + " in the end",
                               count > 0 ? State::bad : State::good};
        });
    if ((faults_of(left.trace()) > 0) != (faults_of(right.trace()) > 0))
        return both([&](const StepPosition& at, const StepPosition&) {
            const int64_t count = faults_of(at.trace());
            const std::string name = fault(&at == &left);
            return CompareLead{std::to_string(count),
                               noun_of(count, "fault") + (name.empty() ? "" : ": " + name),
                               count > 0 ? State::bad : State::good};
        });
    if (is_about_banks()) return bank_leads(left, right);
    const std::vector<ComparedCount> rows = counts();
    const auto found =
        find_if(rows, [&](const ComparedCount& row) { return row.better() != 0 && (!fits || fits(row)); });
    if (found == rows.end()) return std::nullopt;
    const ComparedCount& row = *found;
    const std::string_view words = row.words == "depth" ? "additions in a row" : row.words;
    const bool beginning = is_beginning(left, right);
    const auto side = [&](int64_t now, int64_t total, bool better) {
        return CompareLead{
            std::to_string(beginning ? total : now),
            beginning ? fmt::format("{} in all", words) : fmt::format("of {} {} so far", total, words),
            better ? State::good : State::even};
    };
    return std::array<CompareLead, 2>{side(row.left, row.left_total, row.better() < 0),
                                      side(row.right, row.right_total, row.better() > 0)};
}

std::string Comparison::fault(bool left) const {
    const emulator::Trace& trace = (left ? left_ : right_).position()->trace();
    // What stops a run comes before what makes it wrong.
    const auto* found = find_by(trace.findings, &emulator::Finding::kind, emulator::FindingKind::deadlock);
    if (found == nullptr)
        found = find_by(trace.findings, &emulator::Finding::severity, emulator::Severity::fault);
    return found == nullptr ? "" : std::string(emulator::title_of(found->kind));
}

namespace {

Scene with_option(const Scene& scene, std::string_view name, int64_t value) {
    Parameters parameters = scene.catalog().parameters;
    parameters.set_option(name, value);
    Scene changed = with_parameters(scene, parameters);
    changed.step = 0;
    return changed;
}

/// "padding on", "without the fence".
std::string said(const Option& option, int64_t value) {
    if (option.leaves_out.empty()) return fmt::format("{} {}", option.name, value_name(option, value));
    return fmt::format("{} {}", value == option.initial ? "with" : "without", option.leaves_out);
}

/// A row that is short enough lies in the banks without conflicts; then nothing would differ.
Scene with_conflicts(const Scene& scene) {
    const int64_t least = 2 * scene.gpu.banks;
    if (find_algorithm(scene.slug()).shape != Shape::rows || scene.catalog().parameters.extent.width >= least)
        return scene;
    Parameters parameters = scene.catalog().parameters;
    parameters.extent.width = least;
    return with_parameters(scene, parameters);
}

/// A matrix of two rows of banks or more: in a smaller one what is left out may not be missed.
Scene large_enough(const Scene& scene) {
    Extent extent = scene.catalog().parameters.extent;
    const int64_t least = 2 * scene.gpu.banks;
    if (find_algorithm(scene.slug()).shape != Shape::matrix || extent.width >= least) return scene;
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = {least, std::max(extent.height, least)};
    return with_parameters(scene, parameters);
}

/// What a switch leaves out is missed where blocks start in the worst order, stores come late and the lanes
/// of a warp run apart.
Scene on_harsh_machine(Scene scene) {
    scene.gpu = with_setting(scene.gpu, "blocks", "adversarial");
    scene.gpu.weak_memory = true;
    scene.gpu.lanes_proceed = emulator::LanesProceed::adversarial;
    return scene;
}

Scene with_operator_that_does_not_commute(const Scene& scene) {
    Parameters parameters = scene.catalog().parameters;
    parameters.types = {ScalarType::u32, ScalarType::u32};
    parameters.set_option("operator", int64_t(reference::Operator::affine));
    return with_parameters(scene, parameters);
}

/// Pairs of one entry with itself; into `later` those that are not worth opening with.
void add_own(std::vector<ComparePreset>& presets, std::vector<ComparePreset>& later, const Scene& present) {
    Scene begun = present;
    begun.step = 0;
    if (!present.edits.empty()) {
        Scene original = begun;
        original.edits.clear();
        presets.push_back({"My edit, the original", begun, original});
    }
    if (present.entry() == nullptr) return;
    const Algorithm& algorithm = find_algorithm(present.slug());
    for (const Option& option : algorithm.options) {
        if (option.cures_bank_conflicts) {
            const Scene wide = with_conflicts(begun);
            presets.push_back({fmt::format("{} off, on", option.name),
                               with_option(wide, option.name, option.lowest),
                               with_option(wide, option.name, option.highest)});
        }
        if (option.leaves_out.empty()) continue;
        Scene harsh = on_harsh_machine(large_enough(begun));
        // The order of operands is missed by operators that do not commute alone.
        if (option.name == "order") harsh = with_operator_that_does_not_commute(harsh);
        // What these leave out shows in pictures larger than a stage can show.
        const auto large = {ResultKind::tensor, ResultKind::histogram, ResultKind::transpose};
        const bool shows = !contains(large, algorithm.result);
        (shows ? presets : later)
            .push_back({fmt::format("With and without {}", option.leaves_out),
                        with_option(harsh, option.name, option.initial),
                        with_option(harsh, option.name,
                                    option.initial == option.lowest ? option.highest : option.lowest)});
    }
}

void add_orders(std::vector<ComparePreset>& presets, const Scene& present) {
    Scene kind = present;
    kind.step = 0;
    kind.gpu = with_setting(kind.gpu, "blocks", "in-order");
    Scene adversarial = kind;
    adversarial.gpu = with_setting(adversarial.gpu, "blocks", "adversarial");
    presets.push_back({"Blocks in order, adversarial", std::move(kind), std::move(adversarial)});
}

/// The other one gets the input of `one`, where it can have it. True if it did.
bool give_input(const Scene& one, Scene& other) {
    const CatalogRun& from = one.catalog();
    CatalogRun& to = other.catalog();
    if (!from.input || !to.input || from.input->type() != to.input->type()) return false;
    to.input = from.input;
    to.input_kind = InputKind::given;
    return true;
}

/// Both with the same input where they can have it.
void add_pair(std::vector<ComparePreset>& presets, const Algorithm& left) {
    Scene first = initial_scene(std::string(left.slug)),
          second = initial_scene(std::string(left.compared_with.slug));
    Parameters parameters = second.catalog().parameters;
    parameters.extent = first.catalog().parameters.extent;
    second = with_parameters(second, parameters);
    if (give_input(first, second)) first.catalog().input_kind = InputKind::given;
    presets.push_back({std::string(left.compared_with.title), std::move(first), std::move(second)});
}

/// Each other kernel of its chapter, of the same size, on the same input and machine.
void add_others(std::vector<ComparePreset>& presets, const Scene& present) {
    const Algorithm& mine = find_algorithm(present.slug());
    Scene begun = present;
    begun.step = 0;
    for (const Algorithm* other : catalog()) {
        if (other == &mine || other->chapter != mine.chapter || other->cpu_loop || mine.cpu_loop) continue;
        try {
            Scene right = initial_scene(std::string(other->slug));
            Parameters parameters = right.catalog().parameters;
            parameters.extent = present.catalog().parameters.extent;
            right = with_gpu(with_parameters(right, parameters), present.gpu);
            give_input(present, right);
            presets.push_back({fmt::format("this, {}", other->title), begun, std::move(right)});
        } catch (const Error&) {
            // Of this size, or on this machine, none exists.
        }
    }
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

/// What nothing may end with.
bool is_open_end(std::string_view word) {
    constexpr std::string_view open[] = {"a",    "an", "the",  "and",   "or",      "of",  "in", "by",
                                         "from", "to", "with", "after", "between", "for", "no"};
    return contains(open, word);
}

/// As many of the first words as fit; empty if none do.
std::string fitting(std::vector<std::string_view> words, const std::function<bool(std::string_view)>& fits) {
    for (bool whole = true; !words.empty(); whole = false, words.pop_back()) {
        if (!whole && is_open_end(words.back())) continue;
        std::string text(words.front());
        for (size_t i = 1; i < words.size(); ++i) text += " " + std::string(words[i]);
        if (!whole && text.back() == ',') text.pop_back();
        if (fits(text)) return text;
    }
    return {};
}

}  // namespace

std::vector<ComparePreset> compare_presets(const Scene& present) {
    std::vector<ComparePreset> presets, known, later;
    if (present.trace_file() == nullptr) add_own(presets, later, present);
    for (const Algorithm* left : catalog())
        if (!left->compared_with.slug.empty()) add_pair(known, *left);
    // Beside what is on the stage first the kernel that it is known to be compared with.
    const auto is_partner = [&](const ComparePreset& pair) {
        return any_of(known, [&](const ComparePreset& one) {
            return (one.left.slug() == present.slug() && one.right.slug() == pair.right.slug()) ||
                   (one.right.slug() == present.slug() && one.left.slug() == pair.right.slug());
        });
    };
    std::vector<ComparePreset> others;
    if (present.entry() != nullptr) add_others(others, present);
    auto rest = std::stable_partition(others.begin(), others.end(), is_partner);
    // Another order changes little in most runs: it opens nothing by itself where there is another pair.
    if (presets.empty() && rest == others.begin() && rest != others.end()) ++rest;
    presets.insert(presets.end(), others.begin(), rest);
    const bool kernel = present.entry() != nullptr && !find_algorithm(present.slug()).cpu_loop;
    if (present.trace_file() == nullptr && (present.program() || kernel)) add_orders(presets, present);
    append(presets, known);
    presets.insert(presets.end(), rest, others.end());
    append(presets, later);
    return presets;
}

std::string shown_name(const Scene& scene) {
    return scene.entry() != nullptr ? std::string(find_algorithm(scene.slug()).title) : scene.file();
}

std::pair<std::string, std::string> compare_captions(const Scene& left, const Scene& right) {
    std::pair<std::string, std::string> captions{shown_name(left), shown_name(right)};
    if (captions.first != captions.second) return captions;
    if (left.edits.empty() != right.edits.empty())
        return {left.edits.empty() ? "the original" : "my edit",
                right.edits.empty() ? "the original" : "my edit"};
    if (left.entry() == nullptr) return captions;
    std::pair<std::string, std::string> parts;
    const auto add = [&parts](const std::string& mine, const std::string& yours) {
        parts.first += (parts.first.empty() ? "" : ", ") + mine;
        parts.second += (parts.second.empty() ? "" : ", ") + yours;
    };
    for (const Option& option : find_algorithm(left.slug()).options) {
        const int64_t mine = left.catalog().parameters.option(option.name);
        const int64_t yours = right.catalog().parameters.option(option.name);
        if (mine != yours) add(said(option, mine), said(option, yours));
    }
    const std::vector<GpuSetting> mine = gpu_settings(left.gpu), yours = gpu_settings(right.gpu);
    for (size_t i = 0; i < mine.size(); ++i)
        if (mine[i].word != yours[i].word)
            add(fmt::format("{} {}", mine[i].title, mine[i].label),
                fmt::format("{} {}", yours[i].title, yours[i].label));
    return parts.first.empty() ? captions : parts;
}

std::pair<std::string, std::string> short_captions(const std::pair<std::string, std::string>& captions,
                                                   const std::function<bool(std::string_view)>& fits) {
    const auto& [left, right] = captions;
    if (left == right) return {};
    if (fits(left) && fits(right)) return captions;
    std::vector<std::string_view> mine = words_of(left), yours = words_of(right);
    const auto [first, other] = std::mismatch(mine.begin(), mine.end(), yours.begin(), yours.end());
    if (first != mine.end() && other != yours.end()) {
        mine.erase(mine.begin(), first);
        yours.erase(yours.begin(), other);
    }
    std::pair<std::string, std::string> parts{fitting(mine, fits), fitting(yours, fits)};
    if (parts.first.empty() || parts.second.empty() || parts.first == parts.second) return {};
    return parts;
}

}  // namespace upsweep::app
