// The course page: its parts, its head, its rows.
#include "app/lessons/view/course_view.h"

#include <fmt/format.h>

#include "app/ui/canvas_painter.h"
#include "app/ui/marks.h"
#include "bench/recording.h"
#include "canvas/fit.h"
#include "core/words.h"
#include "lessons/course.h"

namespace upsweep::app {

namespace {

int readable_recordings() {
    int count = 0;
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings()) {
        (void)bench::parse_recording(shipped.text, std::string(shipped.name));
        ++count;
    }
    return count;
}

}  // namespace

const canvas::Picture* CoursePictures::of(size_t lesson) const {
    return lesson < pictures_.size() && pictures_[lesson] ? &*pictures_[lesson] : nullptr;
}

void CoursePictures::start(std::span<const lessons::Lesson> lessons) {
    if (begun_) return;
    begun_ = true;
    pictures_.resize(lessons.size());
    job_.start(
        "Drawing the lessons' pictures",
        [this, lessons](Job& job) {
            std::pair<std::string, int> told;
            for (size_t i = 0; i < lessons.size(); ++i) {
                try {
                    canvas::Picture picture = lessons::course_picture(lessons[i], job.cancel_flag());
                    job.post([this, i, picture = std::move(picture)]() mutable {
                        pictures_[i] = std::move(picture);
                    });
                } catch (const Cancelled&) {
                    throw;
                } catch (const Error& error) {
                    if (told.first.empty()) told.first = error.what();
                }
                job.set_progress(double(i + 1) / double(lessons.size()));
            }
            try {
                told.second = readable_recordings();
            } catch (const Error& error) {
                if (told.first.empty()) told.first = error.what();
            }
            return told;
        },
        [this](std::pair<std::string, int> told) {
            failure_ = std::move(told.first);
            recordings_ = told.second;
        });
}

using lessons::Chapter;

namespace {

constexpr float plan_em = 32.5F, plan_beside_em = 100;  // width of the plan; of a window that shows both
constexpr float card_high = 9.75F, gap = 0.9F, chapter_wide = 13.2F, chapter_gap = 1.35F;
constexpr float least_card = 19.5F, most_card = 28;

}  // namespace

/// Where the cards are.
struct CourseView::Grid {
    bool aside = true;  ///< the chapter's words are at the left of its cards
    int columns = 3;
    float card = 20, left = 0;  ///< pixels: a card's width, and where cards begin
    size_t rows_of(size_t count) const {
        const auto wide = size_t(columns);
        return (count + wide - 1) / wide;
    }
};

void draw_rule(Frame& frame, float left, float right, float y) {
    frame.fill({left, snap(y), right, snap(y) + snap(frame.px())}, Role::line);
}

void scroll_to(const Frame& frame, Rect row) {
    const Rect view(ImGui::GetWindowPos(), ImGui::GetWindowPos() + ImGui::GetWindowSize());
    const float space = frame.em();
    if (row.min.y < view.min.y + space)
        ImGui::SetScrollY(ImGui::GetScrollY() - (view.min.y + space - row.min.y));
    if (row.max.y > view.max.y - space)
        ImGui::SetScrollY(ImGui::GetScrollY() + row.max.y - view.max.y + space);
}

CourseView::CourseView(Services& services, CourseModel& model, CourseDoors doors)
    : services_(services), model_(model), doors_(std::move(doors)), pictures_(services.jobs) {}

void CourseView::advance() { pictures_.start(model_.lessons()); }

void CourseView::move(int right, int down) {
    if (plan_alone_) {
        model_.go_to_item(ptrdiff_t(model_.item()) + right + down);
        reveal_item_ = true;
        return;
    }
    model_.move(columns_, right, down);
    reveal_ = true;
}

void CourseView::draw(Frame& frame) {
    Rect area = frame.area;
    const bool both = area.width() >= frame.em(plan_beside_em);
    plan_alone_ = !both && tab_ == 1;
    if (both) {
        const Rect plan = area.cut_right(snap(frame.em(plan_em)));
        draw_lessons(frame, area);
        draw_plan(frame, plan);
        const Pane edge(frame, "lessons.course.edge",
                        {plan.min.x, plan.min.y, plan.min.x + snap(frame.px()), plan.max.y}, Role::line);
        return;
    }
    static constexpr std::array<std::string_view, 2> names = {"Lessons", "Class plan"};
    const Rect bar = area.cut_top(frame.em(2.6F));
    {
        const Pane pane(frame, "lessons.course.tabs", bar, Role::bg1);
        segmented(frame, "lessons.course.tab", {bar.min.x + frame.em(), bar.min.y + frame.em(0.3F)}, names,
                  tab_);
    }
    if (tab_ == 0)
        draw_lessons(frame, area);
    else
        draw_plan(frame, area);
}

CourseView::Grid CourseView::grid_for(const Frame& frame, float width) const {
    Grid grid;
    const float space = frame.em(gap);
    grid.aside = width >= frame.em(chapter_wide + 2 * least_card + gap);
    grid.left = grid.aside ? frame.em(chapter_wide) : 0;
    const float room = width - grid.left;
    grid.columns = std::clamp(int((room + space) / (frame.em(least_card) + space)), 1, 3);
    const auto count = float(grid.columns);
    grid.card = std::min((room - space * (count - 1)) / count, frame.em(grid.columns == 1 ? 60 : most_card));
    return grid;
}

void CourseView::draw_lessons(Frame& frame, Rect area) {
    Pane pane(frame, "lessons.course", area, Role::bg0, true);
    const float margin = frame.em(area.width() >= frame.em(78) ? 2 : 1.25F);
    const float left = area.min.x + margin, width = area.width() - 2 * margin - frame.em(0.4F);
    if (scroll_by_ != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by_ * area.height());
    scroll_by_ = 0;
    // Enter continues where nothing has the focus.
    if (frame.items.activate && frame.items.focus.empty() && !model_.lessons().empty()) {
        const lessons::LessonPlace place = model_.resume();
        doors_.lesson(place);
    }

    float y = pane.origin().y + frame.em(1.3F);
    y += draw_head(frame, {left, y, left + width, y + frame.em(4)}) + frame.em(1.1F);
    const Grid grid = grid_for(frame, width);
    columns_ = grid.columns;
    const float high = frame.em(card_high), step = high + frame.em(gap);
    const auto wide = size_t(grid.columns);
    const auto& chapters = model_.chapters();
    const auto card_at = [&](size_t row, size_t column, float top) {
        const ImVec2 at(left + grid.left + float(column) * (grid.card + frame.em(gap)),
                        top + float(row) * step);
        return Rect::sized(at, grid.card, high).snapped();
    };
    for (size_t c = 0; c < chapters.size(); ++c) {
        const Chapter& chapter = chapters[c];
        if (c > 0) {
            draw_rule(frame, left, left + width, y);
            y += frame.em(0.7F);
        }
        const float words = grid.aside ? 0 : frame.em(2.6F);
        draw_chapter(frame, {left, y, left + (grid.aside ? grid.left - frame.em() : width), y + high},
                     chapter, c + 1, grid.aside);
        const float top = y + words;
        for (size_t i = 0; i < chapter.count; ++i)
            draw_card(frame, card_at(i / wide, i % wide, top), chapter.first + i);
        size_t rows = grid.rows_of(chapter.count);
        if (c + 1 == chapters.size()) {  // the last free place
            draw_own_card(frame, card_at(chapter.count / wide, chapter.count % wide, top));
            rows = grid.rows_of(chapter.count + 1);
        }
        y = top + float(rows) * step - frame.em(gap) + frame.em(chapter_gap / 2);
    }
    pane.set_height(y - pane.origin().y + frame.em());
}

// Title and size at the left; what is done, and where to continue.
float CourseView::draw_head(Frame& frame, Rect row) {
    const bool beside = row.width() >= frame.em(62);
    const float y = row.min.y + frame.em(0.7F);
    draw_text(frame, {row.min.x, y}, type::title, Role::t1, lessons::course_title);
    const auto words = marked_runs(type::row, {Role::t2},
                                   model_.size_in_words() + ", every picture made by the kernel beside it");
    const float room = beside ? row.width() * 0.44F : row.width();
    const float high = draw_paragraph(frame, {row.min.x, y + frame.em(1.1F)}, room, words, 1.4F);
    const float used = frame.em(1.8F) + high;
    if (beside) return std::max(used, draw_continue(frame, row, true));
    return used +
           draw_continue(frame, {row.min.x, row.min.y + used + frame.em(0.7F), row.max.x, row.max.y}, false);
}

float CourseView::draw_continue(Frame& frame, Rect row, bool beside) {
    if (model_.lessons().empty()) return 0;
    const ButtonOptions options{.primary = true, .icon = marks::play, .hint = "Enter"};
    const ButtonOptions plain{.tip = "Every word that the lessons explain (G)"};
    const float words_em = 11.2F, high = frame.em(2.2F);
    const float glossary = button_width(frame, "Glossary", plain);
    const float most = row.width() * (beside ? 0.56F : 1) - glossary - frame.em(beside ? words_em + 1 : 0.5F);
    std::string label = model_.resume_words();
    if (button_width(frame, label, options) > most) {  // the title has to go
        const float extra = button_width(frame, "", options) + frame.em(0.5F);
        label = elided(frame, type::strong, label, std::max(most - extra, frame.em(6)));
    }
    const float width = std::min(button_width(frame, label, options), std::max(most, frame.em(8)));
    float x = beside ? row.max.x - width : row.min.x;
    const Rect go = Rect::sized({x, row.min.y}, width, high).snapped();
    if (button(frame, "lessons.continue", go, label, options)) doors_.lesson(model_.resume());
    x = beside ? go.min.x - frame.em(0.5F) - glossary : go.max.x + frame.em(0.5F);
    if (button(frame, "lessons.glossary", Rect::sized({x, row.min.y}, glossary, high).snapped(), "Glossary",
               plain))
        doors_.glossary();
    const CourseTotals totals = model_.totals();
    const std::string lessons =
        fmt::format("**{}** of {} done", totals.lessons_done, counted(totals.lessons, "lesson"));
    const std::string exercises =
        fmt::format("**{}** of {} passed", totals.exercises_passed, counted(totals.exercises, "exercise"));
    const auto line = [&](float y, float from, const std::string& words) {
        draw_paragraph(frame, {from, y}, beside ? frame.em(20) : row.width(),
                       marked_runs(type::label, {Role::t2}, words), 1.2F);
    };
    if (!beside) {
        line(row.min.y + high + frame.em(0.4F), row.min.x,
             totals.exercises > 0 ? lessons + ", " + exercises : lessons);
        return high + frame.em(2.2F);
    }
    const float from = x - frame.em(words_em + 0.8F);
    line(row.min.y, from, lessons);
    if (totals.exercises > 0) line(row.min.y + frame.em(1.2F), from, exercises);
    return high;
}

void CourseView::draw_chapter(Frame& frame, Rect area, const Chapter& chapter, size_t number, bool aside) {
    const auto part = model_.lessons().subspan(chapter.first, chapter.count);
    int pages = 0, seen = 0;
    for (const lessons::Lesson& lesson : part) {
        const int count = int(lesson.pages.size());
        pages += count;
        seen += std::min(model_.progress().of(lesson.slug).pages_seen(), count);
    }
    const std::string size =
        fmt::format("{}, {}", counted(chapter.count, "lesson"), lessons::in_hours(lessons::minutes_of(part)));
    const float y = area.min.y + frame.em();
    draw_text(frame, {area.min.x, y}, {Face::mono_bold, 1.5F}, Role::t3, std::to_string(number));
    const float x = area.min.x + frame.em(1.9F);
    const float share = pages > 0 ? float(seen) / float(pages) : 0;
    const auto bar = [&](float from, float to, float at) {
        const float half = frame.em(0.14F);
        frame.fill({from, at - half, to, at + half}, Role::bg3, half);
        if (seen > 0) frame.fill({from, at - half, from + (to - from) * share, at + half}, Role::ink, half);
    };
    const std::string done = fmt::format("{} / {} pages", seen, pages);
    if (!aside) {
        const float title = text_width(frame, type::name, chapter.title);
        draw_elided(frame, {x, y}, area.max.x - x, type::name, Role::t1, chapter.title);
        const float after = x + title + frame.em(0.8F);
        const float wanted = text_width(frame, type::label, size + ", " + done);
        if (after + wanted < area.max.x)
            draw_text(frame, {area.max.x, y}, type::label, Role::t2, size + ", " + done, Align::right);
        return;
    }
    const std::vector<Run> runs{{chapter.title, {Face::sans_semibold, 1.05F}, {Role::t1}}};
    float at = area.min.y + frame.em(0.35F);
    at += draw_paragraph(frame, {x, at}, area.max.x - x, runs, 1.25F) + frame.em(0.9F);
    draw_text(frame, {x, at}, type::label, Role::t2, size);
    bar(x, area.max.x - frame.em(0.8F), at + frame.em(1.3F));
    draw_text(frame, {x, at + frame.em(2.4F)}, type::code, Role::t2, done);
}

// ---- The cards of the course

using lessons::Lesson;

namespace {

constexpr float box_em = 1.05F, box_step_em = 1.4F;  // of an exercise
constexpr float least_target_em = 1.75F;

void draw_frame(Frame& frame, Rect box, Role fill, Role line, float width, float rounding) {
    const float half = width / 2;
    frame.fill(box, fill, rounding);
    frame.outline({box.min.x + half, box.min.y + half, box.max.x - half, box.max.y - half}, line, rounding,
                  width);
}

/// The lesson's scene, without a word.
void draw_picture(Frame& frame, Rect box, const canvas::Picture* picture) {
    frame.fill(box, Role::bg0, frame.em(0.25F));
    if (picture == nullptr) return;
    const Rect room = box.inset(frame.em(0.45F), frame.em(0.4F));
    frame.list()->PushClipRect(box.min, box.max, true);
    paint(frame, canvas::fitted(*picture, box_of(room)));
    frame.list()->PopClipRect();
}

/// Whether the pointer has rested on what says `text` for as long as on a label with a tooltip.
bool rests_on(Frame& frame, const std::string& text) {
    Tip& tip = frame.items.tip;
    const int number = ImGui::GetFrameCount();
    if (tip.text != text || tip.asked + 1 < number) tip.text = text, tip.since = frame.time;
    tip.asked = number;
    return !tip.never && !text.empty() && frame.time - tip.since >= tip_delay_s;
}

/// What a lesson is for, over its picture and title: a tooltip would cover the cards beside it.
void draw_aim(Frame& frame, Rect rect, const std::string& aim) {
    frame.fill(rect, Role::bg2);
    TextStyle style = type::body;
    while (style.em > 0.75F &&
           paragraph_height(frame, rect.width(), {{aim, style, {Role::t1}}}) > rect.height())
        style.em -= 0.05F;
    draw_paragraph(frame, rect.min, rect.width(), {{aim, style, {Role::t1}}});
    frame.items.note("lessons.aim", rect);
}

}  // namespace

void CourseView::draw_card(Frame& frame, Rect card, size_t number) {
    const Lesson& lesson = model_.lessons()[number];
    const std::string id = "lessons.card." + lesson.slug;
    const bool chosen = number == model_.chosen();
    if (chosen && reveal_) {
        reveal_ = false;
        frame.items.focus = id;
        scroll_to(frame, card);
    }
    const Rect inner = card.inset(frame.em(0.85F));
    const bool slim = card.width() < frame.em(17);
    const Rect picture = Rect::sized(inner.min, frame.em(slim ? 6.5F : 9.25F), frame.em(6.5F)).snapped();
    const Rect words(picture.max.x + frame.em(0.9F), inner.min.y, inner.max.x, picture.max.y);
    // Tab comes to the card first; the pointer finds the boxes, which lie on it.
    frame.items.add(id, card);
    const std::vector<ExerciseBox> boxes = exercise_boxes(frame, words, number);
    const Interaction state = interact(frame, id, card);
    draw_frame(frame, card, chosen || state.hovered ? Role::bg2 : Role::bg1, chosen ? Role::ink : Role::line,
               snap(frame.px(chosen ? 2 : 1)), frame.em(0.5F));
    if (state.focused) draw_focus(frame, card, frame.em(0.5F));

    draw_picture(frame, picture, pictures_.of(number));
    draw_card_words(frame, words, number);
    for (const ExerciseBox& box : boxes) draw_exercise(frame, box);

    const LessonProgress progress = model_.progress().of(lesson.slug);
    const auto pages = int(lesson.pages.size());
    const float space = frame.em(0.25F);
    const float wide = (inner.width() - space * float(pages - 1)) / float(pages);
    for (int page = 0; page < pages; ++page) {
        const float x = inner.min.x + float(page) * (wide + space);
        const float y = inner.max.y - frame.em(0.35F);
        const bool seen = page < most_counted_pages && progress.has_seen(page);
        frame.fill({x, y, x + wide, y + frame.em(0.28F)}, seen ? Role::ink : Role::bg3, frame.em(0.14F));
    }
    if (state.hovered && rests_on(frame, lesson.aim))
        draw_aim(frame, {inner.min, {inner.max.x, words.max.y - frame.em(1.5F)}}, lesson.aim);
    if (state.clicked) {
        model_.choose(number);
        doors_.lesson(model_.opening_of(number));
    }
}

void CourseView::draw_card_words(Frame& frame, Rect words, size_t number) {
    const Lesson& lesson = model_.lessons()[number];
    const LessonProgress progress = model_.progress().of(lesson.slug);
    float y = words.min.y + frame.em(0.55F);
    draw_text(frame, {words.min.x, y}, type::code, Role::t2, std::to_string(number + 1));
    if (model_.progress().done(lesson)) {
        const Rect tick = Rect::around({words.max.x - frame.em(0.5F), y}, frame.em(0.9F));
        marks::tick(frame, tick, Role::right);
    } else if (progress.begun()) {
        const std::string page = fmt::format("page {} of {}", progress.page + 1, lesson.pages.size());
        draw_text(frame, {words.max.x, y}, type::head, Role::t1, page, Align::right);
    }
    const std::vector<Run> title{{lesson.title, type::strong, {Role::t1}}};
    draw_paragraph(frame, {words.min.x, y + frame.em(0.75F)}, words.width(), title, 1.25F);
    y = words.max.y - frame.em(0.7F);
    const std::string minutes = fmt::format("{} min", lesson.minutes);
    draw_text(frame, {words.min.x, y}, type::label, Role::t2, minutes);
}

/// The exercises of a lesson as they are now on its card: what the pointer finds is as high as a line of
/// text.
std::vector<CourseView::ExerciseBox> CourseView::exercise_boxes(Frame& frame, Rect words, size_t number) {
    std::vector<ExerciseBox> boxes;
    float x = words.min.x + frame.em(4.4F);
    for (const lessons::ExercisePlace& place : model_.exercises_in(number)) {
        const Rect room = Rect::sized({x, words.max.y - frame.em(0.7F + least_target_em / 2)},
                                      frame.em(box_step_em), frame.em(least_target_em));
        boxes.push_back({place, room, interact(frame, "lessons.exercise." + place.slug, room)});
        x += frame.em(box_step_em);
    }
    return boxes;
}

void CourseView::draw_exercise(Frame& frame, const ExerciseBox& exercise) {
    const lessons::ExercisePlace& place = exercise.place;
    const Rect box = Rect::around(exercise.room.centre(), frame.em(box_em), frame.em(box_em)).snapped();
    const bool passed = model_.progress().passed(place.slug), lit = exercise.state.hovered;
    draw_frame(frame, box,
               passed ? Role::right_fill
               : lit  ? Role::bg3
                      : Role::bg1,
               passed ? Role::right
               : lit  ? Role::ink
                      : Role::t3,
               snap(frame.px()), frame.em(0.2F));
    if (passed) marks::tick(frame, box.inset(frame.em(0.22F)), Role::right_text);
    if (exercise.state.focused) draw_focus(frame, box, frame.em(0.2F));
    const lessons::Lesson& lesson = model_.lessons()[place.lesson];
    if (lit)
        tooltip(frame,
                fmt::format("Exercise{}: {}", passed ? ", passed" : "", lesson.pages[place.page].title));
    if (!exercise.state.clicked) return;
    model_.choose(place.lesson);
    doors_.lesson({place.lesson, int(place.page)});
}

void CourseView::draw_own_card(Frame& frame, Rect card) {
    const canvas::Pen pen{{Role::line2}, snap(frame.px()), frame.em(0.4F), frame.em(0.3F)};
    canvas::Canvas dashed(box_of(card), frame.em());
    const canvas::Point corners[] = {
        point_of(card.min), {card.max.x, card.min.y}, point_of(card.max), {card.min.x, card.max.y}};
    dashed.lines(corners, pen, true);
    paint(frame, dashed.finish());
    const Rect inner = card.inset(frame.em(1.1F));
    float y = inner.min.y + frame.em(0.6F);
    draw_text(frame, {inner.min.x, y}, type::strong, Role::t1, "A lesson of your own");
    const auto words = marked_runs(
        type::label, {Role::t2},
        own.empty() ? "Drop a lesson file (.md) here. It opens at once and reloads whenever you save it."
                    : "**" + own + "** reloads whenever you save it.");
    y += frame.em(0.9F);
    y += draw_paragraph(frame, {inner.min.x, y}, inner.width(), words, 1.4F) + frame.em();
    if (!own.empty()) {
        constexpr std::string_view again = "Open it again";
        if (link(frame, "lessons.own", {inner.min.x, y}, inner.width(), again)) doors_.own();
        y += frame.em(1.8F);
    }
    if (link(frame, "lessons.how", {inner.min.x, y}, inner.width(), "How lessons are written"))
        doors_.how_written();
}

}  // namespace upsweep::app
