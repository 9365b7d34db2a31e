// Running a lesson's scenes and filling in its pages.
#include "lessons/prepare.h"

#include <algorithm>

#include "core/error.h"
#include "lessons/excerpt.h"
#include "lessons/markdown.h"
#include "lessons/moment.h"
#include "lessons/terms.h"
#include "scenes/run_scene.h"

namespace upsweep::lessons {
namespace {

// Whatever fails while a line is worked on is told with that line.
template <typename F>
auto at_line(const Lesson& lesson, int line, F&& work) {
    try {
        return work();
    } catch (const Error& error) {
        const std::string sentence = error.what();
        if (sentence.rfind("lessons/", 0) == 0) throw;
        refuse(lesson.file, line, sentence);
    }
}

class Preparation {
  public:
    Preparation(const Lesson& lesson, const RunTrace& run) : lesson_(lesson), run_(run) {}

    PreparedLesson work() {
        prepared_.slug = lesson_.slug;
        prepared_.title = lesson_.title;
        prepared_.chapter = lesson_.chapter;
        for (const Page& page : lesson_.pages) add_page(page);
        prepared_.traces = std::move(traces_);
        return std::move(prepared_);
    }

  private:
    // Each scene runs once, however many pages show it.
    int scene_number(const Page& page) {
        std::vector<scenes::Scene>& all = prepared_.scenes;
        const auto known = std::find(all.begin(), all.end(), page.scene);
        if (known != all.end()) return static_cast<int>(known - all.begin());
        at_line(lesson_, page.line, [&] { traces_.push_back(run_(page.scene)); });
        all.push_back(page.scene);
        return static_cast<int>(all.size()) - 1;
    }

    void add_page(const Page& page) {
        PreparedPage result;
        result.title = page.title;
        result.scene_number = scene_number(page);
        const auto number = static_cast<std::size_t>(result.scene_number);
        result.scene = prepared_.scenes[number];
        result.step = at_line(lesson_, page.line, [&] { return resolve(page.at, *traces_[number]); });
        Terms terms(page.scene, result.step, traces_[number], run_);
        for (Block block : page.blocks) {
            at_line(lesson_, block.line, [&] { fill_block(block, terms); });
            result.blocks.push_back(std::move(block));
        }
        if (page.question)
            result.question = at_line(lesson_, page.question->line,
                                      [&] { return make_question(*page.question, terms, *traces_[number]); });
        prepared_.pages.push_back(std::move(result));
    }

    void fill_block(Block& block, Terms& terms) {
        if (block.kind == Block::Kind::excerpt) cut_excerpt(block.excerpt, kernel_text(block.excerpt.file));
        if (block.kind == Block::Kind::code) return;
        for (Inline& piece : block.inlines) piece.text = terms.fill(piece.text);
    }

    std::vector<Inline> inlines(const std::string& text, int line, Terms& terms) const {
        auto pieces = parse_inline(lesson_.file, line, text);
        for (Inline& piece : pieces) piece.text = terms.fill(piece.text);
        return pieces;
    }

    PreparedQuestion make_question(const Question& from, Terms& terms, const emulator::Trace& trace) const {
        PreparedQuestion question;
        question.array = from.array;
        question.cell = from.cell;
        question.after = resolve(from.after, trace);
        question.ask = inlines(from.ask, from.line, terms);
        if (!from.why.empty()) question.why = inlines(from.why, from.line, terms);
        question.answer = terms.evaluate("value " + from.array + " " + std::to_string(from.cell) + " @ " +
                                         words(from.after));
        question.choices.push_back({question.answer, true, inlines(from.right, from.line, terms)});
        for (const Question::Wrong& wrong : from.wrong)
            question.choices.push_back(
                {terms.fill(wrong.value), false, inlines(wrong.reason, from.line, terms)});
        sort_choices(question.choices);
        return question;
    }

    static void sort_choices(std::vector<Choice>& choices) {
        std::sort(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
            return a.value.size() != b.value.size() ? a.value.size() < b.value.size() : a.value < b.value;
        });
        for (std::size_t i = 1; i < choices.size(); ++i)
            if (choices[i].value == choices[i - 1].value)
                throw Error("two answers are " + choices[i].value +
                            "; every answer must differ from the others.");
    }

    static std::string words(const Moment& moment) {
        if (moment.side == Moment::Side::start) return "start";
        if (moment.side == Moment::Side::end) return "end";
        const std::string side = moment.side == Moment::Side::before ? "before " : "after ";
        return side + (moment.pass > 0 ? "pass " + std::to_string(moment.pass) + " of " : "") + moment.phase;
    }

    const Lesson& lesson_;
    const RunTrace& run_;
    PreparedLesson prepared_;
    std::vector<std::shared_ptr<const emulator::Trace>> traces_;
};

}  // namespace

std::shared_ptr<const emulator::Trace> run_trace(const scenes::Scene& scene) {
    return scenes::run_scene(scene).trace;
}

PreparedLesson prepare(const Lesson& lesson, const RunTrace& run) { return Preparation(lesson, run).work(); }

}  // namespace upsweep::lessons
