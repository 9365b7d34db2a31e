// Two scenes of a page on one clock: side by side or one over the other, what each leads with and counts.
#include "app/lessons/view/lessons_view.h"
#include "app/step/view/step_compare.h"
#include "app/step/view/step_stage.h"
#include "emulator/trace/trace.h"
#include "replay/structure/plan.h"
#include "replay/words/sentence.h"

namespace upsweep::app {

using namespace replay;

namespace {

constexpr float beside_em = 58;  ///< width from which two stages are side by side, not one over the other
constexpr float lowest_diagram_em = 22;  ///< of one of two stages: what is lower shows the cells alone
constexpr float least_stage_em = 8.5F;   ///< of one of two stages, before its sentence says more
constexpr float row_stage_em = 11, other_stage_em = 25;  ///< what one needs: cells alone, or cards and grids
constexpr size_t most_counts = 4;
constexpr float blocks_head_size = 0.75F;  ///< of the words over presented blocks

// One of two stages: smaller where it has less room than it needs. A presented page has a larger E.
float side_scale(const Frame& frame, Rect rect, const lessons::Look& look, bool presenting) {
    const stage::Zoom zoom = look.zoom.value_or(stage::Zoom::block);
    const bool row = zoom == stage::Zoom::block;
    return std::clamp(rect.height() / frame.em(row ? row_stage_em : other_stage_em),
                      !presenting || zoom == stage::Zoom::plan ? 0.6F
                      : zoom == stage::Zoom::blocks            ? 0.3F
                                                               : 0.42F,
                      1.0F);
}

/// Where the banks are what differs, they are what both sides show.
void show_banks(stage::StageOptions& options, const Comparison& both) {
    if (!both.ready() || !both.is_about_banks()) return;
    options.banks = options.banks_alone = true;
}

// Two plans share one clock if one of them has several streams.
double compared_ticks(LessonModel& model) {
    Comparison* both = model.comparison();
    if (both == nullptr || model.page().look.zoom != stage::Zoom::plan) return 0;
    const StepPosition *left = model.position(), *right = both->right().position();
    if (left == nullptr || right == nullptr) return 0;
    const PlanOperations &one = left->plan(), &other = right->plan();
    return std::max(one.streams(), other.streams()) > 1 ? std::max(one.ticks(), other.ticks()) : 0;
}

}  // namespace

// One of two stages: what both show, and how large.
float LessonsView::set_up_side(const Frame& frame, Rect rect, const StepPosition& at, bool presenting,
                               stage::StageOptions& options) {
    options.roomy = false;
    options.plan_ticks = compared_ticks(model_);
    if (rect.height() < frame.em(lowest_diagram_em)) options.diagram = false;
    show_banks(options, *model_.comparison());
    if (!presenting || blocks_em_ <= 0) return side_scale(frame, rect, model_.page().look, presenting);
    set_up_blocks(options, at);
    return blocks_em_ / frame.em();
}

namespace {

// Whether a count tells what the page asks: its number, or which of the sides it is.
bool tells(const ComparedCount& row, const lessons::PreparedPage& page) {
    const std::string& answer = page.question->answer;
    if (answer == page.compare->left || answer == page.compare->right) return row.better() != 0;
    for (const int64_t number : {row.left, row.right, row.left_total, row.right_total})
        if (std::to_string(number) == answer) return true;
    return false;
}

/// Whether what the sides lead with tells it.
bool tells(const std::array<CompareLead, 2>& leads, const lessons::PreparedPage& page) {
    const std::string& answer = page.question->answer;
    return answer == page.compare->left || answer == page.compare->right || answer == leads[0].number ||
           answer == leads[1].number;
}

/// Whether the page speaks of what is counted.
bool is_about(const lessons::PreparedPage& page, const ComparedCount& row) {
    const std::string_view word = row.words.substr(0, row.words.size() - row.words.ends_with('s'));
    const auto says = [&](std::span<const lessons::Inline> pieces) {
        return std::any_of(pieces.begin(), pieces.end(), [&](const lessons::Inline& piece) {
            return piece.text.find(word) != std::string::npos;
        });
    };
    return row.words != "steps" &&
           (page.title.find(word) != std::string::npos || (page.question && says(page.question->ask)) ||
            std::any_of(page.blocks.begin(), page.blocks.end(),
                        [&](const lessons::Block& block) { return says(block.inlines); }));
}

/// Whether the course has explained by this page what is counted. Additions and steps need no explanation.
bool is_explained(std::string_view words, lessons::LessonPlace place) {
    constexpr std::pair<std::string_view, std::string_view> terms[] = {{"depth", "depth"},
                                                                       {"barriers", "barrier"},
                                                                       {"sectors", "sector"},
                                                                       {"conflicts", "bank conflict"},
                                                                       {"wavefronts", "bank conflict"},
                                                                       {"rounds", ""}};
    const auto* term = find_by(terms, &std::pair<std::string_view, std::string_view>::first,
                               words.substr(0, words.find(' ')));
    if (term == nullptr) return true;
    const auto* entry =
        find_by(lessons::course_glossary().entries(), &lessons::GlossaryEntry::name, term->second);
    return entry != nullptr &&
           std::pair(entry->first.lesson, entry->first.page) <= std::pair(place.lesson, place.page);
}

}  // namespace

// What differs leads, unless it is what the page asks. Of the counts it is one that the page is about.
std::optional<std::array<CompareLead, 2>> LessonsView::leads_of(const Comparison& both) const {
    const lessons::PreparedPage& page = model_.page();
    const auto explained = [&](std::string_view words) {
        return own_shown_ || is_explained(words, {model_.number(), model_.page_number()});
    };
    const auto leads = both.leads([&](const ComparedCount& row) {
        return is_about(page, row) && explained(row.words) && !(model_.asks() && tells(row, page));
    });
    if (!leads || (model_.asks() && tells(*leads, page))) return std::nullopt;
    return explained(leads->front().words) ? leads : std::nullopt;
}

float LessonsView::side_head(const Frame& frame, bool presenting) const {
    const bool leads = leads_of(*model_.comparison()).has_value();
    if (presenting && blocks_em_ > 0) return frame.em(leads ? 2.8F * blocks_head_size : 1.5F);
    return frame.em(leads ? step::lead_em - (presenting ? 0.6F : 0) : presenting ? 1.8F : 2.4F);
}

// One side: its caption, its step, what it does, and its stage.
void LessonsView::draw_side(Frame& frame, Rect rect, bool is_left, bool words, bool presenting) {
    Comparison& both = *model_.comparison();
    const lessons::PreparedCompare& compare = *model_.page().compare;
    const StepPosition* at = is_left ? model_.position() : both.right().position();
    if (at == nullptr) return;
    const Pane pane(frame, is_left ? "lessons.left" : "lessons.right", rect, Role::bg0);
    const float margin = frame.margin();
    const auto leads = leads_of(both);
    const Rect head = rect.cut_top(side_head(frame, presenting)).inset(margin, 0);
    const std::string step =
        presenting ? "" : std::to_string(at->step()) + " / " + std::to_string(at->step_count());
    draw_text(frame, {head.max.x, head.centre().y}, type::number, Role::t2, step, Align::right);
    const std::string& name = is_left ? compare.left : compare.right;
    const float room = head.width() - text_width(frame, type::number, step) - frame.em();
    if (leads) {
        // Blocks need the height more than the words over them do.
        Theme smaller = frame.theme;
        Frame words_frame =
            lesson::with_size(frame, smaller, presenting && blocks_em_ > 0 ? blocks_head_size : 1);
        step::draw_lead(words_frame, {head.min.x, head.min.y, head.min.x + room, head.max.y},
                        (*leads)[is_left ? 0 : 1], name, 2);
        frame.theme.set(frame.theme.kind(), frame.em());
    } else
        draw_elided(frame, {head.min.x, head.centre().y}, room, step::caption_style(frame, name, room),
                    Role::t1, name);
    if (words) {
        // In as many words as leave room for a row of cells.
        const std::string caption = at->step() == 0 ? "Nothing has run yet." : at->sentence();
        const float most = std::max(frame.em(1.9F), rect.height() - frame.em(least_stage_em));
        const float high = step::words_height(frame, caption, head.width(), most, 1) + frame.em(0.5F);
        const Rect place = rect.cut_bottom(std::max(frame.em(1.9F), high)).inset(margin, 0);
        step::draw_words_in(frame, place, caption, 1, false);
    }
    if (is_left) return draw_page_stage(frame, rect, presenting);
    stage::StageOptions options = stage_options();
    const float scale = set_up_side(frame, rect, *at, presenting, options);
    show_stage(frame, rect, "compare", *at, options, right_stage_, scale);
}

/// Presented blocks: under weak memory the point is what they store.
void LessonsView::set_up_blocks(stage::StageOptions& options, const StepPosition& at) const {
    options.presenting = true;
    options.stored = at.trace().gpu.weak_memory;
}

// Presented blocks, one over the other: E so that both show all of theirs, alike in both. Gives the upper
// one's part of the height.
float LessonsView::choose_blocks_em(const Frame& frame, Rect rect) {
    blocks_em_ = 0;
    canvas::Point sides[2];
    for (const bool left : {true, false}) {
        const StepPosition& at = left ? *model_.position() : *model_.comparison()->right().position();
        stage::StageOptions options = stage_options();
        set_up_blocks(options, at);
        sides[left ? 0 : 1] = stage::page_room(at, options);
        if (sides[left ? 0 : 1].y <= 0) return 0.5F;
    }
    blocks_em_ = 1;  // for their heads
    const float head = side_head(frame, true), room = rect.height() - 2 * head;
    blocks_em_ = std::min(
        {rect.width() / std::max(sides[0].x, sides[1].x), room / (sides[0].y + sides[1].y), frame.em()});
    return (head + room * sides[0].y / (sides[0].y + sides[1].y)) / rect.height();
}

// Side by side, or one over the other where the room is narrow; under both what each counts.
void LessonsView::draw_compared(Frame& frame, Rect rect, bool presenting) {
    Comparison& both = *model_.comparison();
    if (!both.ready()) return;
    const bool beside = rect.width() >= frame.em(beside_em);
    const bool tall = !beside && model_.page().look.zoom.value_or(stage::Zoom::block) !=
                                     stage::Zoom::block;  // two tall stages need all the height
    if (!presenting && !tall && rect.height() >= frame.em(30)) {
        const lessons::PreparedPage& page = model_.page();
        std::vector<ComparedCount> rows = both.counts();
        std::erase_if(rows, [&](const ComparedCount& row) {
            return (model_.asks() && tells(row, page)) ||
                   !(own_shown_ || is_explained(row.words, {model_.number(), model_.page_number()}));
        });
        std::stable_partition(rows.begin(), rows.end(),
                              [&](const ComparedCount& row) { return is_about(page, row); });
        rows.resize(std::min(rows.size(), most_counts));
        Rect foot = rect.cut_bottom(step::compare_counts_height(frame, rows.size()) + frame.em(2));
        frame.fill(foot.top(snap(frame.px())), Role::line);
        foot = foot.inset(frame.em(1.5F), frame.em(0.4F));
        const Rect clock = foot.cut_bottom(frame.em(1.5F));
        const step::SideNames names{{page.compare->left, page.compare->right}, !beside};
        draw_elided(frame, {clock.min.x, clock.centre().y}, clock.width(), type::label, Role::t2,
                    step::clock_words(frame, type::label, clock.width(), both, names));
        if (!rows.empty()) step::draw_compare_counts(frame, foot, both, rows, names);
    }
    const float upper = presenting && !beside ? choose_blocks_em(frame, rect) : 0.5F;
    const ImVec2 middle(rect.centre().x, rect.min.y + upper * rect.height());
    const Rect first = beside ? Rect(rect.min.x, rect.min.y, snap(middle.x), rect.max.y)
                              : Rect(rect.min.x, rect.min.y, rect.max.x, snap(middle.y));
    const Rect second = beside ? Rect(snap(middle.x), rect.min.y, rect.max.x, rect.max.y)
                               : Rect(rect.min.x, snap(middle.y), rect.max.x, rect.max.y);
    draw_side(frame, first, true, !presenting && !tall, presenting);
    draw_side(frame, second, false, !presenting && !tall, presenting);
    const float inset = frame.em();
    const Rect edge =
        beside ? Rect(second.min.x, rect.min.y + inset, second.min.x + snap(frame.px()), rect.max.y - inset)
               : Rect(rect.min.x + inset, second.min.y, rect.max.x - inset, second.min.y + snap(frame.px()));
    const Pane line(frame, "lessons.between", edge, Role::line2);
}

}  // namespace upsweep::app
