// Running a lesson's scenes and filling in its pages.
#include "lessons/prepare.h"

#include <algorithm>

#include "core/error.h"
#include "emulator/emulator.h"
#include "lessons/excerpt.h"
#include "lessons/markdown.h"
#include "lessons/moment.h"
#include "lessons/reader.h"
#include "lessons/terms.h"

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
        const auto known = std::find(specs_.begin(), specs_.end(), page.scene);
        if (known != specs_.end()) return static_cast<int>(known - specs_.begin());
        at_line(lesson_, page.line, [&] {
            prepared_.scenes.push_back(runnable(page.scene));
            traces_.push_back(run_(prepared_.scenes.back()));
        });
        specs_.push_back(page.scene);
        return static_cast<int>(specs_.size()) - 1;
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
    std::vector<SceneSpec> specs_;
    std::vector<std::shared_ptr<const emulator::Trace>> traces_;
};

}  // namespace

RunnableScene runnable(const SceneSpec& spec) {
    const Algorithm& algorithm = find_algorithm(spec.algorithm);
    RunnableScene scene;
    scene.algorithm = spec.algorithm;
    scene.gpu.lanes = spec.lanes;
    scene.gpu.banks = spec.banks;
    emulator::check(scene.gpu);
    scene.parameters.extent = {spec.width, spec.height};
    if (!algorithm.types.empty()) scene.parameters.types = algorithm.types.front();
    scene.parameters.machine = {spec.lanes, spec.banks};
    for (const auto& [name, value] : spec.options) scene.parameters.options.push_back({name, value});
    scene.parameters = with_defaults(algorithm, scene.parameters);
    if (spec.input.empty()) {
        scene.input = random_input(algorithm, scene.parameters, 1);
    } else {
        scene.input = Array(scene.parameters.types.input,
                            stored_extent(scene.parameters.extent, scene.parameters.types));
        for (std::size_t i = 0; i < spec.input.size(); ++i)
            scene.input.set_number(static_cast<std::int64_t>(i), spec.input[i]);
    }
    return scene;
}

std::shared_ptr<const emulator::Trace> run_trace(const RunnableScene& scene) {
    const Plan plan = find_algorithm(scene.algorithm).make_plan(scene.parameters);
    emulator::RunOptions options;
    options.gpu = scene.gpu;
    return std::make_shared<emulator::Trace>(emulator::run(plan, scene.input, kernel_text, options));
}

PreparedLesson prepare(const Lesson& lesson, const RunTrace& run) { return Preparation(lesson, run).work(); }

}  // namespace upsweep::lessons
