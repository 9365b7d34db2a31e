// Running a lesson's scenes and filling in its pages.
#include "lessons/prepare.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"
#include "lessons/course.h"
#include "lessons/markdown.h"
#include "lessons/terms.h"
#include "questions/make.h"
#include "replay/structure/index.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

using questions::About;

constexpr uint64_t most_seeds = 64;

/// What a question is made of: the page as it is prepared, its run, and its terms.
struct Asking {
    const std::string& file;
    const Question& question;
    const PreparedPage& page;
    const replay::StepPosition& at;  ///< of the page's run; where it is does not matter
    Terms& terms;
};

std::vector<Inline> words(const Asking& asking, const std::string& text) {
    if (text.empty()) return {};
    auto pieces = parse_inline(asking.file, asking.question.line, text);
    for (Inline& piece : pieces) piece.text = asking.terms.fill(piece.text);
    return pieces;
}

/// A sentence of the trace's, whose marks are back quotes alone.
std::vector<Inline> told(const std::string& sentence) {
    std::vector<Inline> pieces;
    std::string piece;
    Style style = Style::plain;
    const auto close = [&] {
        if (!piece.empty()) pieces.push_back({piece, style});
        piece.clear();
    };
    for (const char c : sentence) {
        if (c != '`') {
            piece += c;
            continue;
        }
        close();
        style = style == Style::plain ? Style::code : Style::plain;
    }
    close();
    return pieces;
}

void add_wrong(const Asking& asking, PreparedQuestion& prepared) {
    for (const Question::Wrong& wrong : asking.question.wrong)
        prepared.choices.push_back({asking.terms.fill(wrong.value), false, words(asking, wrong.reason)});
}

void check_different(const std::vector<Choice>& choices) {
    for (size_t i = 0; i < choices.size(); ++i)
        for (size_t j = i + 1; j < choices.size(); ++j)
            if (choices[i].value == choices[j].value)
                throw Error("two answers are {}; every answer must differ from the others.",
                            in_quotes(choices[i].value));
}

void ask_value(const Asking& asking, PreparedQuestion& prepared) {
    const Question& question = asking.question;
    prepared.array = question.array;
    prepared.cell = question.cell;
    prepared.after = resolve(*question.after, asking.at.trace());
    prepared.answer = asking.terms.value_at(question.array, question.cell, prepared.after);
    prepared.choices.push_back({prepared.answer, true, words(asking, question.right)});
    add_wrong(asking, prepared);
    sort(prepared.choices, [](const Choice& a, const Choice& b) {
        return a.value.size() != b.value.size() ? a.value.size() < b.value.size() : a.value < b.value;
    });
    check_different(prepared.choices);
}

/// The same about the step of this size that comes, or the next ones as far as nothing is written: what the
/// window passes over as well.
std::optional<questions::Question> find_question(const replay::StepPosition& at, questions::Kind kind,
                                                 int64_t before, StepSize grain, const About& about) {
    for (;;) {
        for (uint64_t seed = 1; seed <= most_seeds; ++seed) {
            auto question = questions::question_at(at, kind, before, grain, seed, about);
            if (question) return question;
            // Without a wish every seed finds a question or none.
            if (about == About{}) break;
        }
        const int64_t next = at.index().forward(before, grain);
        if (grain == StepSize::statement || next <= before || at.index().writes_between(before, next))
            return std::nullopt;
        before = next;
    }
}

/// The question of a kind, by steps of the page's size, else of another; one whose point is the step before
/// one of its side issues.
std::optional<questions::Question> find_question(const Asking& asking, questions::Kind kind, int64_t before,
                                                 const About& about) {
    const StepSize own = asking.page.look.zoom ? stage::step_of(*asking.page.look.zoom) : StepSize::barrier;
    for (const StepSize grain :
         {own, StepSize::barrier, StepSize::statement, StepSize::phase, StepSize::launch})
        if (auto question = find_question(asking.at, kind, before, grain, about)) return question;
    return std::nullopt;
}

/// What can be asked at a moment, for who asked for something else.
std::string kinds_at(const Asking& asking, int64_t before) {
    std::string names;
    for (size_t i = 0; i < questions::kind_count; ++i) {
        const auto kind = questions::Kind(i);
        if (kind != questions::Kind::cell_value && find_question(asking, kind, before, {}))
            names += (names.empty() ? "" : ", ") + std::string(questions::name_of(kind));
    }
    return names;
}

void ask_quiz(const Asking& asking, PreparedQuestion& prepared) {
    const Question& from = asking.question;
    const int64_t before = from.at ? resolve(*from.at, asking.at.trace()) : asking.page.step;
    if (before < asking.page.step)
        throw Error("the question comes before the page's own moment; choose a later one.");
    const About about{from.array, from.cell, from.block, from.warp};
    prepared.asked = find_question(asking, from.asked, before, about);
    if (!prepared.asked) {
        const std::string kinds = kinds_at(asking, before);
        const bool narrow = !(about == About{}) && find_question(asking, from.asked, before, {});
        throw Error("no question of the kind {} is possible {}; {}", questions::name_of(from.asked),
                    narrow ? "about this array, cell, block or warp here" : "at this moment",
                    narrow          ? "leave one of them out, or choose another moment."
                    : kinds.empty() ? std::string("no kind is: choose another moment.")
                                    : "the possible kinds are " + kinds + ".");
    }
    const questions::Question& question = *prepared.asked;
    if (!questions::is_right(question, question.key) || !questions::is_right(question, question.key_text))
        throw Error("the key {} of this question is not right.", in_quotes(question.key_text));
    prepared.before = question.before;
    prepared.after = question.after;
    prepared.answer = question.key_text;
    prepared.ask = from.ask.empty() ? told(question.ask) : words(asking, from.ask);
    prepared.why = from.why.empty() ? told(question.reason) : words(asking, from.why);
    prepared.choices.push_back({question.key_text, true, words(asking, from.right)});
    add_wrong(asking, prepared);
    check_different(prepared.choices);
    for (const Choice& choice : prepared.choices)
        if (!choice.right && is_right(prepared, choice.value))
            throw Error("{} is listed as wrong but is correct.", in_quotes(choice.value));
}

void ask_number(const Asking& asking, PreparedQuestion& prepared) {
    prepared.answer = asking.terms.fill(asking.question.answer);
    prepared.unit = asking.question.unit;
    number_of(prepared.answer);
    prepared.choices.push_back({prepared.answer, true, words(asking, asking.question.right)});
    add_wrong(asking, prepared);
    for (const Choice& choice : prepared.choices)
        if (!choice.right && number_of(choice.value) == number_of(prepared.answer))
            throw Error("{} is listed as wrong but is the correct number.", in_quotes(choice.value));
    check_different(prepared.choices);
}

/// A number that stays the same for the same text: which place the right answer gets.
size_t place_of(const std::string& text, size_t count) { return size_t((text_hash(text) >> 20) % count); }

void ask_choice(const Asking& asking, PreparedQuestion& prepared) {
    for (const std::string& condition : asking.question.check)
        if (!asking.terms.is_true(condition))
            throw Error("the condition {} does not hold: it says {}, so the answer is not correct.",
                        in_quotes(condition), in_quotes(asking.terms.fill(condition)));
    prepared.answer = asking.terms.fill(asking.question.answer);
    add_wrong(asking, prepared);
    const size_t place = place_of(asking.question.ask, prepared.choices.size() + 1);
    prepared.choices.insert(prepared.choices.begin() + ptrdiff_t(place),
                            {prepared.answer, true, words(asking, asking.question.right)});
    check_different(prepared.choices);
}

void ask_sort(const Asking& asking, PreparedQuestion& prepared) {
    const Question& question = asking.question;
    int64_t last = -1;
    for (size_t i = 0; i < question.moments.size(); ++i) {
        const int64_t step = resolve(question.moments[i], asking.at.trace());
        if (step <= last)
            throw Error(
                "the items are not in the order of the run: {} comes after {} steps, and {} after {}.",
                in_quotes(question.items[i]), step, in_quotes(question.items[i - 1]), last);
        last = step;
    }
    for (size_t i = 0; i < question.items.size(); ++i) {
        prepared.items.push_back(words(asking, question.items[i]));
        prepared.shown.push_back(i);
        prepared.answer += (i == 0 ? "" : "; ") + asking.terms.fill(question.items[i]);
    }
    // Dealt out by the question's text, so that it stays; never in order.
    for (size_t i = prepared.shown.size(); i > 1; --i)
        std::swap(prepared.shown[i - 1], prepared.shown[place_of(question.ask + std::to_string(i), i)]);
    if (std::is_sorted(prepared.shown.begin(), prepared.shown.end()))
        std::rotate(prepared.shown.begin(), prepared.shown.begin() + 1, prepared.shown.end());
    prepared.choices.push_back({prepared.answer, true, words(asking, question.right)});
}

/// Throws Error: no such question can be asked there, an answer is not what the trace says, or two are the
/// same.
PreparedQuestion prepare_question(const Asking& asking) {
    const Question& from = asking.question;
    PreparedQuestion prepared;
    prepared.kind = from.kind;
    prepared.before = prepared.after = asking.page.step;
    if (from.kind != Question::Kind::quiz) {
        prepared.ask = words(asking, from.ask);
        prepared.why = words(asking, from.why);
    }
    switch (from.kind) {
        case Question::Kind::value:
            ask_value(asking, prepared);
            break;
        case Question::Kind::quiz:
            ask_quiz(asking, prepared);
            break;
        case Question::Kind::number:
            ask_number(asking, prepared);
            break;
        case Question::Kind::choice:
            ask_choice(asking, prepared);
            break;
        case Question::Kind::sort:
            ask_sort(asking, prepared);
            break;
    }
    if (from.after && from.kind != Question::Kind::value)
        prepared.after = resolve(*from.after, asking.at.trace());
    const int64_t asked_step = prepared.asked ? prepared.asked->step + 1 : prepared.before;
    if (prepared.after < std::max(prepared.before, asked_step))
        throw Error("the answer is shown before the question; choose a later moment `after`.");
    return prepared;
}

class Preparation {
  public:
    Preparation(const Lesson& lesson, const Run& run) : lesson_(lesson), given_run_(run) {
        run_ = [this](const scenes::Scene& scene) { return run_once(scene); };
    }

    PreparedLesson work() {
        prepared_.slug = lesson_.slug;
        prepared_.title = lesson_.title;
        prepared_.chapter = lesson_.chapter;
        prepared_.aim = lesson_.aim;
        prepared_.minutes = lesson_.minutes;
        prepared_.picture = lesson_.picture;
        for (const Page& page : lesson_.pages) add_page(page);
        return std::move(prepared_);
    }

  private:
    // Errors while a line is worked on name that line.
    template <typename F>
    auto at_line(int line, F&& work) const {
        try {
            return work();
        } catch (const Cancelled&) {
            throw;
        } catch (const Error& error) {
            const std::string sentence = error.what();
            if (sentence.rfind(lesson_.file + ", line ", 0) == 0) throw;
            const auto* term = dynamic_cast<const TermError*>(&error);
            scenes::refuse(lesson_.file, term != nullptr ? line_of(*term, line) : line, sentence);
        }
    }

    // The line from `line` on where the term is; of one over several lines that where it begins.
    int line_of(const TermError& error, int line) const {
        const std::string begins = "{" + error.term.substr(0, error.term.find(' '));
        for (const std::string& words : {"{" + error.term, begins}) {
            std::string_view text = lesson_.text;
            for (int number = 1; !text.empty(); ++number) {
                const std::string_view written = take_line(text);
                const size_t at = error.has_end ? written.find(words) : written.rfind(words);
                if (number >= line && at != std::string_view::npos &&
                    (error.has_end || written.find('}', at) == std::string_view::npos))
                    return number;
            }
        }
        return line;
    }

    // Each scene runs once, however many pages show it and terms ask for it.
    std::shared_ptr<const scenes::RunScene> run_once(const scenes::Scene& scene) {
        for (const auto& [known, run] : ran_)
            if (known == scene) return run;
        auto run = given_run_(scene);
        ran_.emplace_back(scene, run);
        return run;
    }

    int scene_number(const scenes::Scene& scene, int line) {
        if (scene.entry() == nullptr && !scene.program())
            scenes::refuse(lesson_.file, line,
                           "the page has no scene; write a [scene] with an algorithm into the front matter.");
        auto& runs = prepared_.runs;
        const auto run = at_line(line, [&] { return run_once(scene); });
        const auto number = std::find(runs.begin(), runs.end(), run) - runs.begin();
        if (number == std::ssize(runs)) runs.push_back(run);
        return int(number);
    }

    const std::shared_ptr<const scenes::RunScene>& run_of(int number) const { return prepared_.runs[number]; }

    void add_page(const Page& page) {
        PreparedPage result;
        result.title = page.title;
        result.scene = page.scene;
        result.look = page.look;
        result.scene_number = scene_number(page.scene, page.line);
        const auto run = run_of(result.scene_number);
        result.step = at_line(page.line, [&] { return resolve(page.at, *run->trace); });
        if (page.compare)
            result.compare = PreparedCompare{page.compare->clock, page.compare->left, page.compare->right,
                                             scene_number(page.compare->scene, page.compare->line)};
        result.race = page.race;
        result.playground = page.playground;
        result.exercise = page.exercise;
        result.terms = page.terms;
        Terms terms(page.scene, result.step, run->trace, run_);
        result.blocks = fill_blocks(page.blocks, terms, page.scene.edits);
        result.notes = fill_blocks(page.notes, terms, page.scene.edits);
        for (Term& term : result.terms) at_line(term.line, [&] { fill(term.says, terms); });
        if (page.question) {
            const replay::StepPosition at(run);
            result.question = at_line(page.question->line, [&] {
                return prepare_question({lesson_.file, *page.question, result, at, terms});
            });
        }
        prepared_.pages.push_back(std::move(result));
    }

    static void fill(std::vector<Inline>& inlines, Terms& terms) {
        for (Inline& piece : inlines) piece.text = terms.fill(piece.text);
    }

    std::vector<Block> fill_blocks(std::vector<Block> blocks, Terms& terms, const programs::Edits& edits) {
        for (Block& block : blocks) at_line(block.line, [&] { fill_block(block, terms, edits); });
        return blocks;
    }

    void fill_block(Block& block, Terms& terms, const programs::Edits& edits) {
        if (block.kind == Block::Kind::excerpt) fill_excerpt(block.excerpt, edits);
        if (block.figure) fill_figure(*block.figure, block.line);
        if (block.kind != Block::Kind::code) fill(block.inlines, terms);
    }

    // The page's own text of a file comes first: it is what runs. Lines of a file beside the lesson are there
    // already.
    static void fill_excerpt(Excerpt& excerpt, const programs::Edits& edits) {
        if (const auto edited = edits.find(excerpt.file); edited != edits.end())
            cut_excerpt(excerpt, edited->second);
        else if (excerpt.lines.empty())
            cut_excerpt(excerpt, kernel_text(excerpt.file));
    }

    // The terms of a caption are of the figure's own run and moment.
    void fill_figure(Figure& figure, int line) {
        figure.scene_number = scene_number(figure.scene, line);
        const auto trace = run_of(figure.scene_number)->trace;
        figure.step = resolve(figure.at, *trace);
        figure.end = figure.to ? resolve(*figure.to, *trace) : figure.step;
        if (figure.end < figure.step)
            throw Error("the figure's `to` comes before its `at`; an animation goes forward.");
        Terms terms(figure.scene, figure.step, trace, run_);
        figure.words = parse_inline(lesson_.file, line, figure.caption);
        fill(figure.words, terms);
    }

    const Lesson& lesson_;
    const Run& given_run_;
    Run run_;
    PreparedLesson prepared_;
    std::vector<std::pair<scenes::Scene, std::shared_ptr<const scenes::RunScene>>> ran_;
};

void check_link(const Lesson& lesson, const Block& block, const std::string& words) {
    const Link link = parse_link(words);
    if (!link.to) return;
    const auto* page = std::get_if<scenes::LessonPage>(&*link.to);
    const bool own = page != nullptr && page->lesson == lesson.slug;
    const std::string missing = why_missing(*link.to, own ? std::span(&lesson, 1) : std::span(all_lessons()));
    if (!missing.empty()) scenes::refuse(lesson.file, block.line, missing);
}

/// Links lead to lessons and pages that there are.
void check_links(const Lesson& lesson) {
    for (const Page& page : lesson.pages)
        for (const std::vector<Block>* blocks : {&page.blocks, &page.notes})
            for (const Block& block : *blocks)
                for (const Inline& words : block.inlines)
                    if (!words.link.empty()) check_link(lesson, block, words.link);
}

}  // namespace

const Choice& PreparedQuestion::right() const {
    return *find_if(choices, [](const Choice& one) { return one.right; });
}

const Choice* PreparedQuestion::foreseen(const std::string& value) const {
    for (const Choice& choice : choices) {
        if (choice.right) continue;
        try {
            const bool same = kind == Question::Kind::quiz ? questions::parse_answer(*asked, choice.value) ==
                                                                 questions::parse_answer(*asked, value)
                              : kind == Question::Kind::number ? number_of(choice.value) == number_of(value)
                                                               : choice.value == value;
            if (same) return &choice;
        } catch (const Error&) {
            continue;  // what cannot be read was not foreseen
        }
    }
    return nullptr;
}

bool is_right(const PreparedQuestion& question, const std::string& text) {
    if (question.kind == Question::Kind::quiz) return questions::is_right(*question.asked, text);
    double typed = 0;
    try {
        typed = number_of(trimmed(text, " \t"));
    } catch (const Error&) {
        throw UsageError("The answer is a number, such as 12, not {}.",
                         text.empty() ? std::string("nothing") : in_quotes(text));
    }
    // What has decimals is rounded by who writes it.
    const double right = number_of(question.answer);
    const bool whole = right == std::round(right);
    return whole ? typed == right : std::abs(typed - right) <= 0.01 * std::abs(right);
}

std::shared_ptr<const scenes::RunScene> run(const scenes::Scene& scene) {
    return std::make_shared<const scenes::RunScene>(scenes::run_scene(scene));
}

PreparedLesson prepare(const Lesson& lesson, const Run& run) { return Preparation(lesson, run).work(); }

std::string check_lesson(const Lesson& lesson) {
    check_links(lesson);
    const auto refuse = [&](int line, const std::string& what) { scenes::refuse(lesson.file, line, what); };
    if (lesson.aim.empty())
        refuse(1,
               "`aim` is missing; write aim = \"…\", one sentence: what the reader can do after the lesson.");
    if (lesson.minutes == 0)
        refuse(1, "`minutes` is missing; write minutes = 14, the time to read and to answer.");
    const PreparedLesson prepared = prepare(lesson);
    const auto questions =
        count_if(prepared.pages, [](const PreparedPage& page) { return page.question.has_value(); });
    if (questions == 0)
        refuse(1, "the lesson has no question; write a ```predict block on one of its pages.");
    const size_t pages = prepared.pages.size();
    return fmt::format("{}, {}, every number computed.", counted(pages, "page"),
                       counted(questions, "question"));
}

}  // namespace upsweep::lessons
