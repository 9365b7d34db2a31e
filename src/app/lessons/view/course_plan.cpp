// The plan of a class beside the lessons, and what to look at before it begins.

#include <fmt/format.h>

#include "app/lessons/view/course_view.h"
#include "app/ui/marks.h"
#include "replay/structure/plan.h"

namespace upsweep::app {

using lessons::ClassPlan;
using lessons::PlanItem;

namespace {

constexpr float minute_em = 0.81F, time_wide = 2.9F, bar_wide = 0.25F, text_left = 4.2F;
/// The projector that type has to fit, pixels.
constexpr float projector_wide = 1024, projector_high = 768;

}  // namespace

// Words with a line under them, which lead somewhere.
bool CourseView::link(Frame& frame, std::string_view id, ImVec2 at, float width, std::string_view words,
                      std::string_view disabled) {
    const std::string shown = elided(frame, type::row, words, width);
    const bool dead = !disabled.empty();
    const Interaction state = text_link(frame, id, at, type::row, shown, 0.6F, dead);
    if (state.hovered && (dead || shown != words)) tooltip(frame, dead ? disabled : words);
    return state.clicked && !dead;
}

void CourseView::draw_plan(Frame& frame, Rect area) {
    const float margin = frame.em(1.35F);
    const bool roomy = area.height() >= frame.em(40);
    Rect foot = area.cut_bottom(frame.em(3.6F));
    {
        Pane pane(frame, "lessons.plan", area, Role::bg1, true);
        if (tab_ == 1 && scroll_by_ != 0)
            ImGui::SetScrollY(ImGui::GetScrollY() + std::exchange(scroll_by_, 0.0F) * area.height());
        const float width = std::min(area.width() - 2 * margin - frame.em(0.4F), frame.em(60));
        const float left = area.min.x + margin;
        float y = pane.origin().y + frame.em(roomy ? 1.35F : 0.8F);
        if (model_.plans().empty()) return;
        y += draw_plan_head(frame, {left, y, left + width, y}) + frame.em(0.8F);
        const ClassPlan& plan = model_.plan();
        const bool opens = plan_alone_ && frame.items.activate && frame.items.focus.empty() &&
                           !plan.items.empty() &&
                           lessons::why_missing(plan.items[model_.item()].target, model_.lessons()).empty();
        if (opens) services_.open(plan.items[model_.item()].target);
        for (size_t i = 0; i < plan.items.size(); ++i)
            y += draw_item(frame, {left, y, left + width, y}, i) + frame.em(0.25F);
        const float middle = y + frame.em(0.5F);
        draw_text(frame, {left + frame.em(time_wide), middle}, type::code, Role::t3,
                  lessons::clock_time(plan.minutes), Align::right);
        draw_text(frame, {left + frame.em(text_left), middle}, type::label, Role::t3, "end");
        y += frame.em(1.8F);
        draw_rule(frame, left, left + width, y);
        y += draw_checks(frame, {left, y, left + width, y}) + frame.em(0.8F);
        pane.set_height(y - pane.origin().y);
    }
    const Pane pane(frame, "lessons.plan.foot", foot, Role::bg1);
    draw_rule(frame, foot.min.x, foot.max.x, foot.min.y);
    draw_plan_foot(frame, foot.inset(margin, frame.em(0.7F)));
}

float CourseView::draw_plan_head(Frame& frame, Rect row) {
    std::vector<std::string> names;
    for (const ClassPlan& plan : model_.plans()) names.push_back(std::to_string(plan.minutes) + " min");
    const std::vector<std::string_view> labels(names.begin(), names.end());
    const float wide = segmented_width(frame, labels);
    int chosen = int(model_.plan_number());
    if (segmented(frame, "lessons.plan", {row.max.x - wide, row.min.y - frame.em(0.35F)}, labels, chosen))
        model_.choose_plan(size_t(chosen));
    draw_text(frame, {row.min.x, row.min.y + frame.em(0.6F)}, {Face::sans_bold, 1.25F}, Role::t1,
              "Class plan");
    const auto words = marked_runs(type::label, {Role::t2}, model_.plan().audience);
    return frame.em(2.1F) +
           draw_paragraph(frame, {row.min.x, row.min.y + frame.em(2)}, row.width(), words, 1.4F);
}

// Its height follows its minutes, and its words where they need more.
float CourseView::draw_item(Frame& frame, Rect row, size_t number) {
    const PlanItem& item = model_.plan().items[number];
    const float left = row.min.x + frame.em(text_left), width = row.max.x - left;
    const bool here = number == model_.item(), whole = here || plan_alone_;
    const float words = item_words(frame, {left, row.min.y}, width, item, whole, false);
    const float high = std::max(frame.em(minute_em) * float(item.minutes), words + frame.em(0.7F));
    const Rect all(row.min.x, row.min.y, row.max.x, row.min.y + high);
    const float bar = row.min.x + frame.em(time_wide + 0.5F);
    frame.fill({bar, all.min.y, bar + frame.em(bar_wide), all.max.y}, here ? Role::ink : Role::line2,
               frame.px());
    draw_text(frame, {row.min.x + frame.em(time_wide), row.min.y + frame.em(0.7F)}, type::code_strong,
              Role::t1, lessons::clock_time(model_.plan().start_of(number)), Align::right);
    item_words(frame, {left, row.min.y}, width, item, whole, true);
    const Rect head(left, row.min.y, row.max.x, row.min.y + frame.em(1.3F));
    const Interaction state = interact(frame, "lessons.plan_item." + std::to_string(number + 1), head);
    if (state.focused) draw_focus(frame, head, frame.em(0.25F));
    if (state.hovered && !whole)
        tooltip(frame, item.ask.empty() ? item.say : item.say + " **Ask:** " + item.ask);
    if (state.clicked) model_.go_to_item(ptrdiff_t(number));
    if (here && std::exchange(reveal_item_, false)) scroll_to(frame, all);
    const float top = row.min.y + frame.em(2);
    const std::string_view kind = lessons::name_of(item.kind);
    draw_text(frame, {left, top}, type::label, Role::t2, kind);
    const float x = left + text_width(frame, type::label, kind) + frame.em(0.7F);
    const std::string missing = lessons::why_missing(item.target, model_.lessons());
    if (link(frame, "lessons.item." + std::to_string(number + 1), {x, top}, row.max.x - x,
             lessons::words_of(item.target, model_.lessons()), missing)) {
        model_.go_to_item(ptrdiff_t(number));
        services_.open(item.target);
    }
    return high;
}

/// Title and sentences; the line of the link between them is left free. All of them of the item that the
/// class is at, and of every item where the plan has the window; of the others the one that it turns on.
/// Returns the height.
float CourseView::item_words(Frame& frame, ImVec2 at, float width, const PlanItem& item, bool whole,
                             bool draw) {
    const std::string minutes = fmt::format("{} min", item.minutes);
    const float beside = text_width(frame, type::code, minutes) + frame.em(0.8F);
    if (draw) {
        const float y = at.y + frame.em(0.7F);
        draw_elided(frame, {at.x, y}, width - beside, type::strong, Role::t1, item.title);
        draw_text(frame, {at.x + width, y}, type::code, Role::t2, minutes, Align::right);
    }
    float y = at.y + frame.em(2.85F);
    const auto sentence = [&](const std::string& text, Role colour) {
        if (text.empty()) return;
        const auto runs = marked_runs(type::label, {colour}, text);
        y += draw ? draw_paragraph(frame, {at.x, y}, width, runs, 1.4F)
                  : paragraph_height(frame, width, runs, 1.4F);
    };
    const bool asks = item.kind == PlanItem::Kind::vote || item.kind == PlanItem::Kind::guess;
    const bool ask_only = !whole && !item.ask.empty() && (asks || item.say.empty());
    if (!ask_only) sentence(item.say, Role::t2);
    if (whole || ask_only) sentence(item.ask.empty() ? "" : "**Ask:** " + item.ask, Role::t2);
    sentence(item.keys, Role::t3);
    return y - at.y;
}

std::vector<CourseView::Check> CourseView::checks(const Frame&) const {
    std::vector<Check> checks;
    if (!pictures_.ready())
        checks.push_back({false, "Checking pictures and recordings"});
    else if (!pictures_.failure().empty())
        checks.push_back({false, "A picture is missing: " + pictures_.failure()});
    else
        checks.push_back({true, fmt::format("This computer has the pictures of {} lessons and {} recordings",
                                            model_.lessons().size(), pictures_.recordings())});
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float here = stage::page_em(window.x, window.y),
                least = stage::page_em(projector_wide, projector_high);
    checks.push_back(
        here + 0.5F >= least
            ? Check{true, fmt::format("Projector: text is {:.0f} pixels high in this window", here)}
            : Check{false, fmt::format("This window is smaller than {:.0f} × {:.0f}: presented text is "
                                       "{:.0f} pixels high instead of {:.0f}",
                                       projector_wide, projector_high, here, least)});
    int missing = 0;
    for (const PlanItem& item : model_.plan().items)
        missing += lessons::why_missing(item.target, model_.lessons()).empty() ? 0 : 1;
    checks.push_back(missing == 0 ? Check{true, "Every link in the plan works"}
                                  : Check{false, fmt::format("{} links in the plan do not work", missing)});
    checks.push_back(handout.empty() ? Check{false, "Handout: not saved yet"}
                                     : Check{true, "Handout: saved as `" + handout + "`"});
    return checks;
}

float CourseView::draw_checks(Frame& frame, Rect row) {
    float y = row.min.y + frame.em(1.2F);
    draw_text(frame, {row.min.x, y}, type::strong, Role::t1, "Before class");
    y += frame.em(0.9F);
    for (const Check& check : checks(frame)) {
        const Rect mark =
            Rect::sized({row.min.x, y + frame.em(0.3F)}, frame.em(0.8F), frame.em(0.8F)).snapped();
        if (check.good)
            marks::tick(frame, mark, Role::right);
        else
            frame.outline(mark, Role::t3, frame.em(0.15F), snap(frame.px()));
        const float left = row.min.x + frame.em(1.4F);
        y += draw_paragraph(frame, {left, y}, row.max.x - left,
                            marked_runs(type::row, {check.good ? Role::t1 : Role::t2}, check.words), 1.45F) +
             frame.em(0.15F);
    }
    return y - row.min.y;
}

void CourseView::draw_plan_foot(Frame& frame, Rect row) {
    const ButtonOptions present{.icon = marks::screen, .hint = "F11"};
    const ButtonOptions save{.icon = marks::file,
                             .tip = "A handout of this plan to print, with the answers on the last page"};
    const float high = frame.em(2.2F), wide = button_width(frame, "Save handout", save);
    const float first =
        std::min(button_width(frame, "Present the plan", present), row.width() - wide - frame.em(0.5F));
    if (button(frame, "lessons.plan.present", Rect::sized(row.min, first, high).snapped(), "Present the plan",
               present))
        services_.present();
    if (button(frame, "lessons.plan.handout",
               Rect::sized({row.max.x - wide, row.min.y}, wide, high).snapped(), "Save handout", save))
        doors_.handout();
}

// ---- Presented: one item at a time, for the teacher and for the class ----------------------------------

stage::Page CourseView::plan_page() const {
    stage::Page page{.subject = fmt::format("Class plan, {} minutes", model_.plan().minutes)};
    if (model_.plan().items.empty()) return page;
    const PlanItem& item = model_.plan().items[model_.item()];
    page.sentence = item.ask.empty() ? item.say : item.ask;
    page.counts = {fmt::format("{}, {} minutes: {}",
                               lessons::clock_time(model_.plan().start_of(model_.item())), item.minutes,
                               lessons::name_of(item.kind))};
    page.place = int64_t(model_.item()) + 1;
    page.count = int64_t(model_.plan().items.size());
    return page;
}

void CourseView::draw_plan_item(Frame& frame) {
    const Pane pane(frame, "lessons.plan.item", frame.area, Role::bg0);
    if (model_.plan().items.empty()) return;
    const Rect room = frame.area.inset(frame.em(1.5F), frame.em(0.5F));
    const size_t here = model_.item();
    const auto& items = model_.plan().items;
    const float width = std::min(room.width(), frame.em(34));
    float y = room.min.y;
    for (size_t i = 0; i < items.size(); ++i) {
        const bool present = i == here;
        const TextStyle style{present ? Face::sans_bold : Face::sans, present ? 1.5F : 0.95F};
        const std::vector<Run> runs{{items[i].title, style, {present ? Role::t1 : Role::t2}}};
        const float left = room.min.x + frame.em(3.6F);
        const float high = paragraph_height(frame, width - frame.em(3.6F), runs, 1.25F);
        if (y + high > room.max.y) break;
        draw_text(frame, {room.min.x + frame.em(2.6F), y + high / 2}, {Face::mono, present ? 1.1F : 0.9F},
                  present ? Role::t1 : Role::t2, lessons::clock_time(model_.plan().start_of(i)),
                  Align::right);
        if (present) frame.fill({left - frame.em(0.55F), y, left - frame.em(0.35F), y + high}, Role::ink);
        y += draw_paragraph(frame, {left, y}, width - frame.em(3.6F), runs, 1.25F);
        if (present) {
            const float top = y + frame.em(0.7F);
            const std::string to = lessons::words_of(items[i].target, model_.lessons());
            const std::string missing = lessons::why_missing(items[i].target, model_.lessons());
            const float room_of_link = width - frame.em(7.6F);
            const bool pressed = frame.items.activate && frame.items.focus.empty() && missing.empty();
            if (link(frame, "lessons.item.open", {left, top}, room_of_link, to, missing) || pressed)
                services_.open(items[i].target);
            const float end = left + std::min(text_width(frame, type::row, to), room_of_link);
            draw_text(frame, {end + frame.em(0.9F), top}, type::code, Role::t2, "Enter");
            y += frame.em(1.5F);
        }
        y += frame.em(0.4F);
    }
}

}  // namespace upsweep::app
