// The makers by kind, and what they share.
#include "questions/make.h"

#include <algorithm>
#include <array>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"
#include "questions/look.h"
#include "replay/structure/index.h"

namespace upsweep::questions {

namespace {

struct Row {
    std::string_view name, title;
    Make make;
};

// By Kind.
constexpr std::array<Row, kind_count> rows = {{
    {"value", "The value of a cell", make_cell_value},
    {"holds", "What a cell holds", make_cell_holds},
    {"writes", "Which cells are written", make_cells_written},
    {"lanes", "Which lanes work", make_lanes_working},
    {"turns", "Turns at the banks", make_turns},
    {"next-block", "Which block starts next", make_next_block},
    {"waits", "Who waits for whom", make_who_waits},
    {"race", "A data race or not", make_race},
    {"order", "The order of writes", make_order},
}};

const Row& row_of(Kind kind) { return rows[size_t(kind)]; }

/// SplitMix64's mixing.
uint64_t mixed(uint64_t value) {
    value += 0x9e3779b97f4a7c15ULL;
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9ULL;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebULL;
    return value ^ (value >> 31);
}

/// The launch of the first step of a kernel in a range; -1 if it has none.
int64_t launch_in(const Trace& trace, replay::StepRange range) {
    for (int64_t i = range.first; i < range.end; ++i) {
        const Step& step = trace.step_at(i);
        if (step.kind != StepKind::host && step.kind != StepKind::drain) return trace.launch_of(step);
    }
    return -1;
}

int64_t accesses_in(const Trace& trace, replay::StepRange range) {
    return trace.end_access(range.end - 1) - trace.step_at(range.first).first_access;
}

/// What the makers could not choose by themselves.
bool fits(const Look& look, const Question& question) {
    const About& about = look.about;
    if (about == About{}) return true;
    const bool array = question.array < 0 || look.is_about(static_cast<ArrayId>(question.array));
    const bool cell = about.element < 0 || question.element < 0 || question.element == about.element;
    return array && cell && (question.step < 0 || look.is_about(look.trace.step_at(question.step)));
}

}  // namespace

std::string_view name_of(Kind kind) { return row_of(kind).name; }
std::string_view title_of(Kind kind) { return row_of(kind).title; }

Kind parse_kind(std::string_view name) {
    std::string names;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].name == name) return static_cast<Kind>(i);
        names += (i == 0 ? "" : i + 1 == rows.size() ? " and " : ", ") + std::string(rows[i].name);
    }
    throw UsageError("There is no kind of question " + in_quotes(name) + "; the kinds are " + names + ".");
}

size_t Look::pick(size_t count, uint64_t salt) const {
    return size_t(mixed(mixed(seed ^ mixed(salt)) + uint64_t(next.first)) % count);
}

int Look::lanes_of(uint32_t warp) const {
    const int64_t left = info().block.count() - int64_t{warp} * trace.gpu.lanes;
    return int(std::clamp<int64_t>(left, 0, trace.gpu.lanes));
}

bool is_data(const Look& look, ArrayId array) {
    const ArrayInfo& info = look.trace.arrays[array];
    if (info.space != Space::global && info.space != Space::shared) return false;
    if (info.pointer || info.role != BufferRole::data || look.staged.is_packed(array)) return false;
    if (const replay::StagedArray* staged = look.staged.find(array)) return staged->is_data();
    for (const replay::StagedArray& staged : look.staged.arrays())
        if (staged.is_shared() && info.space == Space::shared && staged.name == info.name)
            return staged.is_data();
    return true;
}

bool is_element(const Trace& trace, const Access& access) {
    const int size = size_of(trace.arrays[access.array].type);
    return access.size == size && access.offset % uint32_t(size) == 0;
}

std::string array_words(const Look& look, ArrayId array, int64_t step) {
    const ArrayInfo& info = look.trace.arrays[array];
    std::string text = in_backticks(info.name);
    const bool own = info.space == Space::shared;
    if (own && replay::has_several_blocks(look.narration(), look.trace.step_at(step)))
        text += " of " + replay::block_name(look.narration(), step);
    return text;
}

std::string cell_words(const Look& look, ArrayId array, int64_t element, int64_t step) {
    const std::string cell = replay::cell_name(look.narration(), array, element);
    return cell + " of " + array_words(look, array, step);
}

std::string line_words(const Trace& trace, int64_t step) {
    const SourceRange place = replay::where(trace, trace.step_at(step));
    if (place.file < 0) return "this step";
    constexpr size_t longest = 70;
    std::string text = replay::text_of(trace, place);
    if (text.size() > longest) text = text.substr(0, text.find_last_of(' ', longest)) + " …";
    std::erase(text, '`');
    return "line " + in_backticks(place.line) + ", `" + text + "`";
}

std::string when_words(const Look& look) {
    switch (look.grain) {
        case Grain::statement: {
            const auto place = replay::where(look.trace, look.trace.step_at(look.next.end - 1));
            return place.file < 0 ? "After this step" : "After line " + in_backticks(place.line) + " has run";
        }
        case Grain::barrier:
            return "After the next pass";
        case Grain::phase:
            return "At the end of this phase";
        case Grain::launch:
            break;
    }
    return "At the end of this launch";
}

std::string list_words(const std::string& noun, const std::vector<int64_t>& numbers) {
    return numbers.empty() ? "no " + noun : emulator::counted_in_words(noun, numbers);
}

Question begin(const Look& look, Kind kind, Form form, int64_t step) {
    Question question;
    question.kind = kind;
    question.form = form;
    question.before = look.next.first;
    question.after = look.next.end;
    question.step = step;
    question.block = look.trace.step_at(step).block;
    return question;
}

void set_cells(const Look& look, Question& question, ArrayId array) {
    Extent extent = look.trace.arrays[array].extent;
    const replay::StagedArray* staged = look.staged.find(array);
    if (staged != nullptr && !staged->is_shared()) extent = staged->extent;
    question.array = int(array);
    question.width = extent.height > 1 ? extent.width : 0;
    question.limit = extent.count();
}

void give(Question& question, ArrayId array, int64_t element) {
    const auto known = std::find_if(question.given.begin(), question.given.end(),
                                    [&](const Given& one) { return one.array == array; });
    Given& given = known == question.given.end() ? question.given.emplace_back(Given{array, {}}) : *known;
    const auto at = std::lower_bound(given.elements.begin(), given.elements.end(), element);
    if (at == given.elements.end() || *at != element) given.elements.insert(at, element);
}

std::optional<Question> question_at(const StepPosition& at, Kind kind, int64_t before, Grain grain,
                                    uint64_t seed, const About& about) {
    const Trace& trace = at.trace();
    if (before < 0 || before >= trace.step_count()) return {};
    const replay::StepRange next{before, at.index().forward(before, grain)};
    if (next.end <= next.first || accesses_in(trace, next) > most_accesses) return {};
    const int64_t launch = launch_in(trace, next);
    if (launch < 0) return {};
    const Look look{at, trace, next, grain, seed, launch, at.staged(size_t(launch)), about};
    std::optional<Question> question = row_of(kind).make(look);
    if (question && !fits(look, *question)) return {};
    if (question && question->key_text.empty()) question->key_text = to_text(*question, question->key);
    return question;
}

std::vector<Question> questions_at(const StepPosition& at, int64_t before, Grain grain, uint64_t seed) {
    std::vector<Question> questions;
    for (size_t kind = 0; kind < kind_count; ++kind)
        if (auto question = question_at(at, static_cast<Kind>(kind), before, grain, seed))
            questions.push_back(std::move(*question));
    return questions;
}

}  // namespace upsweep::questions
