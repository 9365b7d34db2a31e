// The cards of the course.
#include <algorithm>

#include <fmt/format.h>

#include "app/lessons/view/course_view.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "canvas/fit.h"

namespace upsweep::app {

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

}  // namespace

void CourseView::draw_card(Frame& frame, Rect card, std::size_t number) {
    const Lesson& lesson = model_.lessons()[number];
    const std::string id = "lessons.card." + lesson.slug;
    const bool chosen = number == model_.chosen();
    if (chosen && reveal_) {
        reveal_ = false;
        frame.items.focus = id;
        const Rect view(ImGui::GetWindowPos(), ImGui::GetWindowPos() + ImGui::GetWindowSize());
        const float space = frame.em(1);
        if (card.min.y < view.min.y + space)
            ImGui::SetScrollY(ImGui::GetScrollY() - (view.min.y + space - card.min.y));
        if (card.max.y > view.max.y - space)
            ImGui::SetScrollY(ImGui::GetScrollY() + card.max.y - view.max.y + space);
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
    const auto pages = static_cast<int>(lesson.pages.size());
    const float space = frame.em(0.25F);
    const float wide = (inner.width() - space * static_cast<float>(pages - 1)) / static_cast<float>(pages);
    for (int page = 0; page < pages; ++page) {
        const float x = inner.min.x + static_cast<float>(page) * (wide + space);
        const float y = inner.max.y - frame.em(0.35F);
        const bool seen = page < most_counted_pages && progress.has_seen(page);
        frame.fill({x, y, x + wide, y + frame.em(0.28F)}, seen ? Role::ink : Role::bg3, frame.em(0.14F));
    }
    if (state.hovered && !lesson.aim.empty()) tooltip(frame, lesson.aim);
    if (state.clicked) {
        model_.choose(number);
        doors_.lesson(model_.opening_of(number));
    }
}

void CourseView::draw_card_words(Frame& frame, Rect words, std::size_t number) {
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
std::vector<CourseView::ExerciseBox> CourseView::exercise_boxes(Frame& frame, Rect words,
                                                                std::size_t number) {
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
    doors_.lesson({place.lesson, static_cast<int>(place.page)});
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
    y += draw_paragraph(frame, {inner.min.x, y}, inner.width(), words, 1.4F) + frame.em(1);
    if (!own.empty()) {
        constexpr std::string_view again = "Open it again";
        if (link(frame, "lessons.own", {inner.min.x, y}, inner.width(), again)) doors_.own();
        y += frame.em(1.8F);
    }
    if (link(frame, "lessons.how", {inner.min.x, y}, inner.width(), "How lessons are written"))
        doors_.how_written();
}

}  // namespace upsweep::app
