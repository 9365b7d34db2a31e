// What the Lessons view shows: the course, a lesson of it, a lesson of the user's own, pages of words beside
// them; and how one gets from one to another.

#include <fmt/format.h>

#include "app/host/openable.h"
#include "app/lessons/view/lessons_view.h"
#include "app/ui/marks.h"
#include "core/embedded.h"
#include "exercises/exercise.h"
#include "export/course_page.h"
#include "lessons/beside.h"
#include "replay/structure/plan.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> lesson_document();
}

namespace upsweep::app {

using lessons::GlossaryEntry;
using lessons::LessonPlace;
using scenes::Destination;
using scenes::LessonPage;

CourseDoors LessonsView::doors() {
    return {.lesson = [this](LessonPlace place) { open_at(place); },
            .glossary = [this] { show_glossary(0); },
            .how_written = [this] { screen_ = Screen::document; },
            .own = [this] { open_own(own_path_); },
            .handout = [this] { save_handout(); }};
}

bool LessonsView::on_exercise() const {
    return screen_ == Screen::lesson && model_.lesson() != nullptr && model_.page().exercise.has_value();
}

ExerciseDoors LessonsView::exercise_doors() {
    return {.back = [this] { turn(model_.page_number() - 1); },
            .next = [this] { next(); },
            .head =
                [this](Frame& frame, Rect rect) {
                    const float y = rect.min.y + frame.em(frame.density >= Density::wide ? 1.8F : 1.2F);
                    draw_head(frame, rect, y, 1.2F);
                    return y + frame.em(2.1F) - rect.min.y;
                }};
}

void LessonsView::bind_course_keys() {
    course_keys_.bind({
        {"Right", "Next lesson", [this] { course_.move(1, 0); }},
        {"Left", "Previous lesson", [this] { course_.move(-1, 0); }},
        {"Down", "The lesson below, or the plan's next item", [this] { course_.move(0, 1); }},
        {"Up", "The lesson above, or the item before", [this] { course_.move(0, -1); }},
        {"PgDn", "Scroll down", [this] { course_.scroll(0.8F); }},
        {"PgUp", "Scroll up", [this] { course_.scroll(-0.8F); }},
        {"P", "Lessons or class plan, in a narrow window", [this] { course_.turn_tab(); }},
        {"G", "Glossary of all lessons", [this] { show_glossary(0); }},
    });
    const auto scroll = [this](float by) {
        scroll_by_ = by;
        glossary_.scroll(by);
    };
    word_keys_.bind({
        {"Down", "Scroll down", [scroll] { scroll(0.2F); }},
        {"Up", "Scroll up", [scroll] { scroll(-0.2F); }},
        {"PgDn Space", "Scroll down a page", [scroll] { scroll(0.8F); }},
        {"PgUp", "Scroll up a page", [scroll] { scroll(-0.8F); }},
        {"Backspace G", "Back", [this] { go_back(); }},
    });
}

const KeyMap* LessonsView::keys() const {
    if (on_exercise()) return &exercise_.keys();
    return screen_ == Screen::lesson ? &keys_ : screen_ == Screen::course ? &course_keys_ : &word_keys_;
}

bool LessonsView::ready() const {
    if (screen_ == Screen::course) return course_.ready();
    if (screen_ != Screen::lesson) return true;
    if (on_exercise() && !exercise_.ready()) return false;
    return !asked_ && !model_.loading() && (model_.lesson() != nullptr || !model_.error().empty());
}

// ---- Opening

void LessonsView::show_course() {
    screen_ = Screen::course;
    course_model_.choose(own_shown_ ? course_model_.chosen() : wanted_lesson_);
}

void LessonsView::open_at(LessonPlace place) {
    own_shown_ = false;
    screen_ = Screen::lesson;
    wanted_lesson_ = place.lesson;
    wanted_page_ = place.page;
    course_model_.choose(place.lesson);
    asked_ = true;
}

// What was requested while a frame was drawn of what was there before.
void LessonsView::begin() {
    asked_ = false;
    tab_ = 0;
    drawn_page_ = -1;
    watch_.reset();
    if (!own_shown_) {
        const bool same = model_.lesson() != nullptr && model_.number() == wanted_lesson_;
        if (same && !model_.loading()) return model_.go(wanted_page_);
        model_.close();
        return model_.open(wanted_lesson_, wanted_page_);
    }
    model_.close();
    model_.open_file(own_path_, wanted_page_);
    watch_ =
        std::make_unique<FileWatch>(own_path_, [this] { services_.jobs.post([this] { read_own_again(); }); });
}

void LessonsView::open_lesson(std::string_view slug, int page) {
    const auto lesson = lessons::find_lesson(course_model_.lessons(), slug);
    if (!lesson) throw UsageError(lessons::there_is_no_lesson(slug));
    open_at(page > 0 ? LessonPlace{*lesson, page - 1} : course_model_.opening_of(*lesson));
}

void LessonsView::open(const Destination& to) {
    if (const auto* page = std::get_if<LessonPage>(&to)) {
        if (page->lesson.empty()) return show_course();
        if (lessons::is_lesson_path(page->lesson)) return open_own(page->lesson, std::max(page->page, 1));
        if (!lessons::find_lesson(course_model_.lessons(), page->lesson))
            throw UsageError(lessons::there_is_no_lesson(page->lesson));
    }
    const std::string missing = lessons::why_missing(to, course_model_.lessons());
    if (!missing.empty()) throw UsageError(missing);
    if (const auto* page = std::get_if<LessonPage>(&to)) return open_lesson(page->lesson, page->page);
    if (const auto place = lessons::place_of(to, course_model_.lessons())) open_at(*place);
    if (const auto* page = std::get_if<scenes::ExercisePage>(&to); page != nullptr && !page->text.empty())
        exercise_.give(*page);
}

std::optional<Destination> LessonsView::here() {
    if (screen_ != Screen::lesson || model_.lesson() == nullptr) return LessonPage{};
    if (on_exercise() && !own_shown_ && exercise().exercise() != nullptr) {
        const exercises::Exercise& shown = *exercise().exercise();
        const std::string text = exercise().solution_shown() ? std::string() : exercise().document().now();
        return scenes::ExercisePage{.exercise = shown.slug, .text = text == shown.starter ? "" : text};
    }
    return LessonPage{.lesson = own_shown_ ? own_path_ : model_.lesson()->slug,
                      .page = model_.page_number() + 1};
}

void LessonsView::follow(const std::string& link) {
    const lessons::Link leads = lessons::parse_link(link);
    if (!leads.to) {
        ImGui::SetClipboardText(leads.web.c_str());
        services_.notices.add_done("The address " + leads.web + " is in the clipboard; open it in a browser.",
                                   "link");
        return;
    }
    Destination to = *leads.to;
    if (to == Destination{}) to = model_.scene();
    // A text leads to where the other lesson begins.
    if (auto* page = std::get_if<LessonPage>(&to)) page->page = std::max(page->page, 1);
    services_.open(to);
}

bool LessonsView::on_drop(const std::string& path) {
    if (!is_lesson_name(path)) return false;
    open_own(path);
    return true;
}

void LessonsView::open_own(const std::string& path, int page) {
    if (path.empty()) return;
    own_path_ = path;
    wanted_page_ = page - 1;
    own_shown_ = true;
    screen_ = Screen::lesson;
    asked_ = true;
}

void LessonsView::read_own_again() {
    if (own_shown_) model_.open_file(own_path_, model_.page_number());
}

const lessons::Lesson* LessonsView::neighbour(int by) const {
    const auto to = ptrdiff_t(model_.number()) + by;
    const auto all = course_model_.lessons();
    if (own_shown_ || to < 0 || to >= ptrdiff_t(all.size())) return nullptr;
    return &nth(all, to);
}

bool LessonsView::open_neighbour(int by) {
    const lessons::Lesson* lesson = neighbour(by);
    if (lesson == nullptr) return false;
    const int page = by > 0 ? 0 : int(lesson->pages.size()) - 1;
    open_at({model_.number() + size_t(by > 0 ? 1 : -1), page});
    return true;
}

void LessonsView::show_glossary(size_t entry) {
    if (screen_ == Screen::course || screen_ == Screen::lesson) before_ = screen_;
    screen_ = Screen::glossary;
    glossary_.go_to(entry);
}

void LessonsView::go_back() {
    const Screen to = screen_ == Screen::glossary ? before_ : Screen::course;
    if (to == Screen::course)
        show_course();
    else
        screen_ = to;
}

// ---- What is drawn instead of a lesson, and around it

bool LessonsView::draw_screen(Frame& frame) {
    if (screen_ == Screen::lesson) return false;
    bool back = false;
    if (screen_ == Screen::course) {
        course_.own = std::filesystem::path(own_path_).filename().string();
        course_.draw(frame);
    } else if (screen_ == Screen::glossary) {
        if (const auto place = glossary_.draw(frame, back)) open_at(*place);
    } else {
        const float by = std::exchange(scroll_by_, 0.0F);
        draw_document(frame, "How lessons are written", embedded::lesson_document().front().contents, by,
                      back);
    }
    if (back) show_course();
    return true;
}

// A lesson's file was saved with a fault: the last good version stays, under the sentence.
void LessonsView::draw_fault(Frame& frame, Rect rect) {
    Pane pane(frame, "lessons.fault", rect, Role::trouble_fill, true);
    const float margin = frame.em(1.6F), left = rect.min.x + margin + frame.em(1.4F);
    const float y = pane.origin().y + frame.em(0.5F);
    marks::fault(frame, Rect::sized({rect.min.x + margin, y + frame.em(0.2F)}, frame.em(), frame.em()),
                 Role::trouble_text);
    const std::vector<Run> runs{
        {model_.error() + " The last good version is shown.", type::body, {Role::trouble_text}}};
    pane.set_height(draw_paragraph(frame, {left, y}, rect.max.x - margin - left, runs, 1.3F) +
                    frame.em(0.8F));
}

void LessonsView::save_handout() {
    const lessons::ClassPlan& plan = course_model_.plan();
    const std::filesystem::path file =
        unused_name(std::filesystem::current_path() / fmt::format("class-{}-minutes.html", plan.minutes));
    services_.jobs.start(
        "Drawing the handout",
        [plan, file](Job&) {
            const stage::Drawing how{.width = 960, .height = 560, .theme = canvas::ThemeKind::light};
            write_file(file, exports::class_handout(plan, lessons::all_lessons(), how));
            return file.string();
        },
        [this](const std::string& path) {
            course_.handout = std::filesystem::path(path).filename().string();
            services_.notices.add_done("The handout is " + path + ".", "handout");
        },
        [this](const std::string& sentence) { services_.notices.add(sentence, "handout"); });
}

// ---- What is found, and what is kept

namespace {

/// What else a lesson is looked for by: its aim, its pages' titles, the algorithms that they show.
std::string words_of(const lessons::Lesson& lesson) {
    std::string words = lesson.aim;
    for (const lessons::Page& page : lesson.pages) {
        words += " " + page.title;
        if (page.scene.entry() != nullptr)
            words += " " + page.scene.slug() + " " + std::string(find_algorithm(page.scene.slug()).title);
    }
    return words;
}

}  // namespace

std::vector<PaletteEntry> LessonsView::offers() {
    std::vector<PaletteEntry> offers;
    const auto& all = lessons::all_lessons();
    for (const lessons::Lesson& one : all)
        offers.push_back({.title = one.title,
                          .kind = "Lesson",
                          .also = one.chapter + " " + one.slug + " " + words_of(one),
                          .to = LessonPage{.lesson = one.slug}});
    offers.push_back({.title = "The course: all lessons", .kind = "Lesson", .to = LessonPage{}});
    for (const lessons::ExercisePlace& one : lessons::exercises_of(all))
        offers.push_back({.title = exercises::find_exercise(one.slug).title,
                          .kind = "Exercise",
                          .also = one.slug + " " + all[one.lesson].title,
                          .to = scenes::ExercisePage{.exercise = one.slug}});
    const auto& words = lessons::course_glossary().entries();
    for (size_t i = 0; i < words.size(); ++i)
        offers.push_back({.title = words[i].name, .kind = "Word", .also = "glossary", .run = [this, i] {
                              show_glossary(i);
                          }});
    return offers;
}

std::optional<SpeakerNotes> LessonsView::notes() const {
    if (course_model_.plans().empty() || course_model_.plan().items.empty()) return std::nullopt;
    const lessons::ClassPlan& plan = course_model_.plan();
    const size_t here = course_model_.item();
    const lessons::PlanItem& item = plan.items[here];
    const bool last = here + 1 == plan.items.size();
    return SpeakerNotes{.plan = fmt::format("Class plan of {} minutes", plan.minutes),
                        .title = item.title,
                        .where = lessons::words_of(item.target, course_model_.lessons()),
                        .say = item.say,
                        .ask = item.ask,
                        .keys = item.keys,
                        .next = last ? "" : plan.items[here + 1].title,
                        .start = plan.start_of(here),
                        .minutes = item.minutes,
                        .next_start = last ? plan.minutes : plan.start_of(here + 1),
                        .all = plan.minutes};
}

void LessonsView::note_progress() {
    if (own_shown_ || model_.lesson() == nullptr || model_.loading()) return;
    CourseProgress& progress = course_model_.progress();
    progress.see(model_.lesson()->slug, model_.page_number());
    if (model_.has_question() && model_.answers().settled())
        progress.answer(model_.lesson()->slug, model_.page_number());
}

void LessonsView::restore(const Settings& settings) {
    const auto lesson = lessons::find_lesson(course_model_.lessons(), settings.text("lessons.lesson", ""));
    if (!lesson) return;
    wanted_lesson_ = *lesson;
    wanted_page_ = int(std::clamp<int64_t>(settings.integer("lessons.page", 0), 0, 1000));
    course_model_.choose(*lesson);
    if (settings.text("lessons.screen", "lesson") == "lesson") screen_ = Screen::lesson;
}

void LessonsView::save(Settings& settings) const {
    const bool lesson =
        screen_ == Screen::lesson || (screen_ == Screen::glossary && before_ == Screen::lesson);
    settings.set("lessons.screen", lesson && !own_shown_ ? "lesson" : "course");
    if (!lesson && settings.text("lessons.lesson", "").empty()) return;
    // Before the lesson is ready, the page that was requested.
    const auto all = course_model_.lessons();
    if (own_shown_ || wanted_lesson_ >= all.size()) return;
    settings.set("lessons.lesson", all[wanted_lesson_].slug);
    const bool ready = model_.lesson() != nullptr && model_.number() == wanted_lesson_ && !model_.loading();
    settings.set("lessons.page", ready ? model_.page_number() : wanted_page_);
}

int64_t LessonsView::place() const {
    constexpr int64_t most_pages = 1000, most_screens = 10, most_lessons = 1000;
    const int page = model_.lesson() != nullptr ? model_.page_number() : wanted_page_;
    const int64_t lesson = int64_t(wanted_lesson_) * most_pages + page;
    const int64_t screen = lesson * most_screens + int64_t(screen_);
    // An exercise that was passed is worth writing at once, too.
    const int64_t changes =
        course_model_.progress().changes() + course_model_.totals().exercises_passed + exercise_.changes();
    return changes * most_lessons * most_pages * most_screens + screen;
}

namespace {

/// "Lessons ›" and a title, 3.2 E high.
bool draw_title(Frame& frame, Rect bar, std::string_view title) {
    const float y = bar.centre().y, left = bar.min.x + frame.em(1.6F);
    const float wide = text_width(frame, type::body, "Lessons");
    const Rect rect(left, y - frame.em(0.9F), left + wide, y + frame.em(0.9F));
    const Interaction state = interact(frame, "lessons.crumb.course", rect);
    draw_text(frame, {left, y}, type::body, state.hovered ? Role::t1 : Role::t2, "Lessons");
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    const float x = rect.max.x + frame.em(0.8F);
    marks::chevron_right(frame, Rect::around({x, y}, frame.em(0.5F)), Role::t3);
    draw_text(frame, {x + frame.em(0.8F), y}, {Face::sans_bold, 1.25F}, Role::t1, title);
    return state.clicked;
}

}  // namespace

std::optional<LessonPlace> GlossaryView::draw(Frame& frame, bool& back) {
    std::optional<LessonPlace> chosen;
    Rect area = frame.area;
    const Rect bar = area.cut_top(frame.em(3.2F));
    {
        const Pane head(frame, "lessons.glossary.head", bar, Role::bg1);
        back = draw_title(frame, bar, "Glossary");
        const float wide = std::min(frame.em(16), bar.width() * 0.4F);
        const Rect field =
            Rect::sized({bar.max.x - wide - frame.em(1.6F), bar.centre().y - frame.em()}, wide, frame.em(2));
        text_field(frame, "lessons.glossary.find", field, typed_, "Find a word");
    }
    Pane pane(frame, "lessons.glossary", area, Role::bg0, true);
    if (scroll_by_ != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by_ * area.height());
    scroll_by_ = 0;
    const float left = area.min.x + frame.em(1.6F),
                width = std::min(area.width() - frame.em(3.8F), frame.em(60));
    float y = pane.origin().y + frame.em(1.2F);
    if (glossary_.entries().empty())
        y += draw_empty_state(frame, {left, y}, width, "No words yet",
                              "These lessons have no glossary entries.");
    std::vector<PaletteEntry> words;
    for (const GlossaryEntry& entry : glossary_.entries()) words.push_back({entry.name, "", "", "", {}});
    std::vector<size_t> hits = palette_hits(words, typed_);
    sort(hits);
    if (hits.empty() && !words.empty())
        y += draw_empty_state(frame, {left, y}, width, "No such word", "No lesson explains this word.");
    for (const size_t hit : hits) {
        const GlossaryEntry& entry = glossary_.entries()[hit];
        if (wanted_ == hit) {
            ImGui::SetScrollY(y - pane.origin().y - frame.em(0.6F));
            wanted_.reset();
        }
        draw_text(frame, {left, y + frame.em(0.7F)}, type::name, Role::t1, entry.name);
        const lessons::Lesson& lesson = lessons_[entry.first.lesson];
        const std::string where = lesson.title + ", page " + std::to_string(entry.first.page + 1);
        const float name = text_width(frame, type::name, entry.name) + frame.em(1.2F);
        const std::string shown = elided(frame, type::label, where, width - name);
        const float wide = text_width(frame, type::label, shown);
        if (text_link(frame, "lessons.word." + entry.name, {left + width - wide, y + frame.em(0.7F)},
                      type::label, shown)
                .clicked)
            chosen = entry.first;
        y += frame.em(1.6F);
        y += draw_paragraph(frame, {left, y}, width, lesson::runs_of(entry.says, type::lesson, Role::t1),
                            1.45F) +
             frame.em(1.1F);
    }
    pane.set_height(y - pane.origin().y + frame.em());
    return chosen;
}

void draw_document(Frame& frame, std::string_view title, std::string_view text, float scroll_by, bool& back) {
    Rect area = frame.area;
    const Rect bar = area.cut_top(frame.em(3.2F));
    {
        const Pane head(frame, "lessons.document.head", bar, Role::bg1);
        back = draw_title(frame, bar, title);
    }
    Pane pane(frame, "lessons.document", area, Role::bg0, true);
    if (scroll_by != 0) ImGui::SetScrollY(ImGui::GetScrollY() + scroll_by * area.height());
    const float left = area.min.x + frame.em(1.6F),
                width = std::min(area.width() - frame.em(3.8F), frame.em(72));
    float y = pane.origin().y + frame.em();
    bool fenced = false;
    std::string prose;
    const auto flush = [&] {
        if (!prose.empty())
            y += draw_paragraph(frame, {left, y}, width, marked_runs(type::body, {Role::t1}, prose), 1.5F);
        prose.clear();
    };
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        const std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        const bool fence = line.starts_with("```");
        if (fence) fenced = !fenced;
        const bool mono = fenced || fence || line.starts_with("|") || line.starts_with("    ");
        if (!mono && !line.empty() && line.front() != '#') {
            prose += (prose.empty() ? "" : " ") + line;
            continue;
        }
        flush();
        if (line.empty())
            y += frame.em(0.7F);
        else if (mono)
            y += draw_paragraph(frame, {left, y}, width, {{line, type::code, {Role::t2}}}, 1.35F);
        else
            y += draw_paragraph(frame, {left, y}, width,
                                {{line.substr(line.find_first_not_of("# ")), type::name, {Role::t1}}}, 1.8F);
    }
    flush();
    pane.set_height(y - pane.origin().y + frame.em());
}

}  // namespace upsweep::app
