// Running a lesson's scenes and filling in its pages.
#include "lessons/prepare.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "lessons/excerpt.h"
#include "lessons/markdown.h"
#include "lessons/moment.h"
#include "lessons/prepare_questions.h"
#include "lessons/terms.h"
#include "scenes/toml_reader.h"

namespace upsweep::lessons {
namespace {

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
                const size_t end = std::min(text.find('\n'), text.size());
                const std::string_view written = text.substr(0, end);
                const size_t at = error.has_end ? written.find(words) : written.rfind(words);
                if (number >= line && at != std::string_view::npos &&
                    (error.has_end || written.find('}', at) == std::string_view::npos))
                    return number;
                text.remove_prefix(std::min(end + 1, text.size()));
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

}  // namespace

std::shared_ptr<const scenes::RunScene> run(const scenes::Scene& scene) {
    return std::make_shared<const scenes::RunScene>(scenes::run_scene(scene));
}

PreparedLesson prepare(const Lesson& lesson, const Run& run) { return Preparation(lesson, run).work(); }

}  // namespace upsweep::lessons
