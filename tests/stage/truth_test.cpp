// Every sentence, every formula on the stage and every question is true: held against the trace, over the
// catalog and over random scenes (tests/replay/helpers/claims.h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <variant>

#include "core/error.h"
#include "core/helpers/sample.h"
#include "emulator/trace/trace.h"
#include "questions/make.h"
#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/helpers/claims.h"
#include "replay/position/position.h"
#include "replay/structure/index.h"
#include "replay/structure/passes.h"
#include "replay/structure/staging.h"
#include "replay/words/sentence.h"
#include "scenes/helpers/random_scene.h"
#include "scenes/run_scene.h"
#include "scenes/scene_words.h"
#include "stage/stage.h"

namespace upsweep::stage {

using namespace replay;

namespace {

/// What was read, and the first of those that were wrong of each kind.
struct Count {
    int64_t sentences = 0, formulas = 0, questions = 0, claims = 0, wrong = 0, unread = 0;
    std::map<std::string, std::pair<int, std::string>> kinds;

    void note(const std::string& what, const std::string& kind, const std::string& where) {
        std::string shape = std::regex_replace(what, std::regex("[0-9]+"), "#");
        auto& [times, first] = kinds[kind + " " + shape.substr(0, 90)];
        if (times++ == 0) first = where;
    }
};

/// The equations that can be read in a picture: numbers and signs side by side, or in one text.
std::vector<std::string> equations_in(const canvas::Picture& picture) {
    std::vector<const canvas::Text*> texts;
    for (const canvas::Shape& shape : picture.shapes)
        if (const auto* text = std::get_if<canvas::Text>(&shape)) texts.push_back(text);
    std::vector<std::string> found;
    static const std::regex whole(R"((?:-?[0-9.e+]+ (?:\+|−|·|/|\||&|\^) )+-?[0-9.e+]+ = -?[0-9.e+]+)");
    for (const canvas::Text* text : texts) {
        if (text->text.find(" = ") != std::string::npos) {
            for (std::sregex_iterator at(text->text.begin(), text->text.end(), whole), end; at != end; ++at)
                found.push_back(at->str());
            continue;
        }
        if (text->text != "=") continue;
        std::vector<const canvas::Text*> line;
        for (const canvas::Text* other : texts)
            if (std::abs(other->box().centre().y - text->box().centre().y) < 3) line.push_back(other);
        std::sort(line.begin(), line.end(),
                  [](const auto* a, const auto* b) { return a->box().centre().x < b->box().centre().x; });
        const auto is_sign = [](const std::string& one) {
            return one == "+" || one == "−" || one == "·" || one == "|" || one == "&" || one == "^" ||
                   one == "min" || one == "max" || one == "/" || one == "f";
        };
        const auto is_number = [](const std::string& one) {
            return !one.empty() && one.find_first_not_of("0123456789.e+-()|, infa") == std::string::npos;
        };
        auto at = std::find(line.begin(), line.end(), text);
        if (at == line.begin() || at + 1 == line.end()) continue;
        std::string left;
        bool elided = false, sign = false;
        for (auto one = at; one != line.begin();) {
            const std::string& piece = (*--one)->text;
            elided = elided || piece == "…";
            if (sign ? !is_sign(piece) : !is_number(piece)) break;
            left = piece + (left.empty() ? "" : " " + left);
            sign = !sign;
        }
        if (elided || left.find(' ') == std::string::npos) continue;
        found.push_back(left + " = " + (*(at + 1))->text);
    }
    return found;
}

std::string command_of(const scenes::Scene& scene) { return scenes::to_command(scene); }

class Walk {
  public:
    Walk(const std::string& name, const scenes::Scene& scene, Count& count)
        : name_(name),
          count_(count),
          run_(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene))),
          at_(run_),
          world_(at_.trace()),
          operation_(scene.catalog().parameters.find_option("operator") == nullptr
                         ? 0
                         : scene.catalog().parameters.option("operator")) {}

    /// Positions of each size of step, at most so many of each.
    void read(int64_t most) {
        for (const Grain grain : {Grain::statement, Grain::barrier, Grain::phase, Grain::launch}) {
            at_.set_grain(grain);
            const std::vector<int64_t> stops = stops_of(grain, most);
            for (size_t i = 1; i < stops.size(); ++i) {
                at_.seek(stops[i]);
                read_sentence(false);
                if (grain == Grain::barrier && i % 4 == 0) read_sentence(true);
                read_stage(grain);
                if (i % 8 == 1) ask(stops[i - 1], grain);
            }
        }
    }

  private:
    std::vector<int64_t> stops_of(Grain grain, int64_t most) const {
        std::vector<int64_t> all, some;
        for (int64_t step = 0; step < at_.step_count();) {
            all.push_back(step);
            const int64_t next = at_.index().forward(step, grain);
            if (next <= step) break;
            step = next;
        }
        all.push_back(at_.step_count());
        const auto taken = std::min<int64_t>(std::ssize(all), most);
        for (int64_t i = 0; i < taken; ++i)
            some.push_back(all[size_t(i * (std::ssize(all) - 1) / std::max<int64_t>(1, taken - 1))]);
        return some;
    }

    std::string here(const std::string& what) const {
        return name_ + " --step " + std::to_string(at_.step()) + " --grain " +
               std::string(replay::name_of(at_.grain())) + ": " + what;
    }

    void take(const test::Said& said, const std::string& kind) {
        const test::Verdict verdict = test::judge(said);
        count_.claims += verdict.claims + verdict.equations;
        if (kind == "sentence") count_.formulas += verdict.equations;
        for (const std::string& wrong : verdict.wrong)
            count_.note(wrong, "false " + kind, here(said.text + " <<" + wrong + ">>"));
        count_.wrong += verdict.wrong.empty() ? 0 : 1;
        if (verdict.unread.empty()) return;
        ++count_.unread;
        count_.note(verdict.unread, "unread " + kind, here(said.text));
    }

    void read_sentence(bool symbols) {
        at_.set_symbols(symbols);
        const std::string text = at_.sentence();
        at_.set_symbols(false);
        ++count_.sentences;
        const int64_t end = at_.picture().range.end;
        int64_t first = at_.picture().range.first;
        if (at_.grain() != Grain::statement && end > 0) first = first_of_block(first);
        if (at_.grain() == Grain::launch && end > first && !at_.trace().launches.empty())
            first = std::min(first, at_.trace().launches[at_.launch()].first_step);
        take({world_, text, first, std::max(end, at_.step()), at_.trace().arrays[at_.picture().followed].name,
              int64_t(at_.launch()), operation_},
             "sentence");
    }

    int64_t present() const { return at_.index().present(at_.step()); }

    /// The steps that a sentence of a long step is about: the block's pass. Where the block only counts and
    /// tests in it, the sentence says what it did before in the same phase.
    int64_t first_of_block(int64_t first) const {
        const emulator::Trace& trace = at_.trace();
        const emulator::Step& now = trace.steps[size_t(present())];
        first = std::min(first, own_pass(trace, present(), at_.grain()).first);
        for (int64_t i = first; i <= present(); ++i)
            if (trace.steps[size_t(i)].block == now.block && writes_memory(trace, i)) return first;
        return std::min(first, trace.phases[now.phase].first_step);
    }

    void read_stage(Grain grain) {
        constexpr canvas::Box area{{0, 0}, {1280, 700}};
        StageOptions options;
        if (grain == Grain::statement) options.zoom = Zoom::blocks;
        const canvas::Picture picture = draw_stage(area, 16, at_, options, state_);
        for (const std::string& text : equations_in(picture)) {
            const auto holds = test::equation_holds(text);
            if (!holds) continue;
            ++count_.formulas;
            if (*holds) continue;
            ++count_.wrong;
            count_.note(text, "false formula", here(text));
        }
    }

    void ask(int64_t before, Grain grain) {
        for (const questions::Question& question :
             questions::questions_at(at_, before, grain, uint64_t(before) + 1)) {
            ++count_.questions;
            const std::string array =
                question.array >= 0 ? at_.trace().arrays[size_t(question.array)].name : "";
            const int64_t launch = at_.trace().launch_near(
                at_.trace().steps[size_t(std::max<int64_t>(0, question.step))].operation);
            // Without the kernel's own comment.
            const std::string reason = question.reason.substr(0, question.reason.find(" The code says:"));
            // A wait began before the question's step.
            const bool waits = question.kind == questions::Kind::who_waits && launch >= 0;
            const int64_t first = waits ? at_.trace().launches[size_t(launch)].first_step : question.before;
            take({world_, reason, first, question.after, array, launch, operation_},
                 std::string(questions::name_of(question.kind)) + " question");
        }
    }

    std::string name_;
    Count& count_;
    std::shared_ptr<const scenes::RunScene> run_;
    StepPosition at_;
    test::World world_;
    int64_t operation_ = 0;
    StageState state_;
};

/// `gaps`: the most of a thousand claims that may be false or not understood. Of random scenes: sums of reals
/// that lose small numbers beside large ones, or cancel.
void report(const Count& count, int gaps) {
    std::printf(
        "%lld sentences, %lld formulas, %lld questions; %lld claims; %lld false, %lld with numbers that no "
        "claim explains\n",
        (long long)count.sentences, (long long)count.formulas, (long long)count.questions,
        (long long)count.claims, (long long)count.wrong, (long long)count.unread);
    std::vector<std::pair<int, std::string>> kinds;
    for (const auto& [kind, one] : count.kinds) kinds.emplace_back(one.first, kind + "\n      " + one.second);
    std::sort(kinds.rbegin(), kinds.rend());
    for (size_t i = 0; i < std::min<size_t>(kinds.size(), 60); ++i)
        std::printf("%6d %s\n", kinds[i].first, kinds[i].second.c_str());
    EXPECT_LE((count.wrong + count.unread) * 1000, count.claims * gaps);
    EXPECT_GT(count.claims, count.sentences / 2);
}

TEST(Truth, OfWhatIsSaidOfEveryOpeningScene) {
    Count count;
    const int64_t most = test::takes_all() ? 1'000'000 : 150;
    const std::vector<const Algorithm*> entries(catalog().begin(), catalog().end());
    for (const Algorithm* entry : test::sample("opening scenes", entries, 12)) {
        const std::string slug(entry->slug);
        Walk("upsweep step " + slug, scenes::initial_scene(slug), count).read(most);
    }
    report(count, 0);
}

TEST(Truth, OfWhatIsSaidOfFiveHundredScenes) {
    Count count;
    std::vector<scenes::Scene> all;
    test::SceneMaker maker(31);
    for (int i = 0; i < 500; ++i) all.push_back(maker.scene());
    for (const scenes::Scene& scene : test::sample("random scenes", all, 20)) {
        try {
            Walk(command_of(scene), scene, count).read(30);
        } catch (const Error&) {
            // What the toy GPU cannot run.
        }
    }
    report(count, 1);
}

std::unique_ptr<StepPosition> truth_opened(const std::string& slug, Extent extent,
                                           const std::function<void(scenes::Scene&)>& change = {}) {
    scenes::Scene scene = scenes::initial_scene(slug);
    Parameters parameters = scene.catalog().parameters;
    parameters.extent = extent;
    scene = scenes::with_parameters(scene, parameters);
    if (change) change(scene);
    return std::make_unique<StepPosition>(std::make_shared<const scenes::RunScene>(scenes::run_scene(scene)));
}

canvas::Picture truth_drawn(const StepPosition& at, Zoom zoom, bool symbols = false) {
    StageOptions options;
    options.zoom = zoom;
    options.symbols = symbols;
    StageState state;
    return draw_stage({{0, 0}, {1280, 700}}, 16, at, options, state);
}

/// A word puts a state and a sum together: the sign between its terms is the one that made the sum.
TEST(Truth, AWordsTermsAreAddedNotPutTogether) {
    const auto at = truth_opened("scan_lookback", {24, 1}, [](scenes::Scene& scene) {
        Parameters parameters = scene.catalog().parameters;
        parameters.set_option("inclusive", 1);
        scene = scenes::with_parameters(scene, parameters);
        scene.gpu = {};
    });
    at->set_grain(Grain::phase);
    std::set<std::string> found;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        for (const std::string& text : equations_in(truth_drawn(*at, Zoom::blocks))) found.insert(text);
    }
    EXPECT_TRUE(found.contains("11 + 14 = 25"));
    for (const std::string& text : found) EXPECT_TRUE(test::equation_holds(text).value_or(false)) << text;
}

/// An input has a name, a sum is a range, and the empty sum has a sign: none looks like another's value.
TEST(Truth, AnInputAndTheEmptySumLookDifferent) {
    const auto at = truth_opened("scan_blelloch", {8, 1});
    at->set_grain(Grain::barrier);
    at->seek(40);
    const canvas::Picture picture = truth_drawn(*at, Zoom::block, true);
    const auto text_of = [&](int64_t cell) {
        const canvas::Hit* hit = picture.find(cell_name(at->trace(), at->picture().followed, cell));
        return hit == nullptr ? std::vector<std::string_view>{} : picture.texts_in(hit->box);
    };
    EXPECT_TRUE(contains(text_of(0), "in[0]"));
    EXPECT_TRUE(contains(text_of(1), "0…1"));
    EXPECT_TRUE(contains(text_of(3), "∅"));
    at->set_symbols(true);
    EXPECT_NE(at->sentence().find("becomes `∅`"), std::string::npos) << at->sentence();
}

/// Card and sentence call the acting block alike, at every step.
TEST(Truth, ABlockHasOneName) {
    const auto at = truth_opened("scan_lookback", {24, 1}, [](scenes::Scene& scene) {
        scene.gpu.schedule.blocks = emulator::parse_block_order("random:3");
        scene.gpu.multiprocessors = 2;
    });
    int64_t by_index = 0, by_number = 0;
    for (int64_t step = 1; step <= at->step_count(); ++step) {
        at->seek(step);
        const int64_t focus = at->picture().focus, acting = at->blocks().acting;
        if (focus < 0 || acting < 0 || at->trace().steps[size_t(focus)].kind == emulator::StepKind::host)
            continue;
        const BlockCard& card = at->blocks().cards[size_t(acting)];
        const std::string name = block_name(at->staged(), card.block, step);
        const canvas::Picture picture = truth_drawn(*at, Zoom::blocks);
        const canvas::Hit* hit = picture.find("block." + std::to_string(acting));
        ASSERT_NE(hit, nullptr);
        const auto texts = picture.texts_in(hit->box);
        const bool numbered = name.starts_with("block ");
        (numbered ? by_number : by_index) += 1;
        if (numbered)
            EXPECT_TRUE(contains(texts, name.substr(6))) << step << " " << name;
        else
            EXPECT_TRUE(contains(texts, name) || contains(texts, "Idx " + name.substr(9)))
                << step << " " << name;
        const std::string said = plain(at->sentence());
        const std::string index = "blockIdx " + std::to_string(card.block);
        EXPECT_EQ(said.find(index) != std::string::npos,
                  !numbered || said.find("takes number") != std::string::npos)
            << said;
    }
    EXPECT_GT(by_index, 10);
    EXPECT_GT(by_number, 100);
}

/// A picture too small for a window: the plan has operations of the host alone.
TEST(Truth, ARunWithoutALaunchIsDrawn) {
    const auto at = truth_opened("haar_cascade", {38, 5});
    ASSERT_TRUE(at->trace().launches.empty());
    for (int64_t step = 0; step <= at->step_count(); ++step) {
        at->seek(step);
        for (const Zoom zoom : {Zoom::plan, Zoom::blocks, Zoom::block, Zoom::lanes})
            EXPECT_FALSE(truth_drawn(*at, zoom).shapes.empty() && zoom == Zoom::plan);
        EXPECT_FALSE(at->sentence().empty());
    }
}

/// Whatever else a step touches, the cell that its sentence gives a value is in view.
TEST(Truth, TheCellThatIsToldIsInView) {
    for (const auto& [slug, extent] : {std::pair<std::string, Extent>{"scan_blelloch", {4096, 1}},
                                       {"scan_kogge_stone", {1024, 1}},
                                       {"transpose_tiled", {64, 48}}}) {
        const auto at = truth_opened(slug, extent);
        StageState state;
        StageOptions options;
        options.zoom = Zoom::block;
        int told = 0;
        for (const Grain grain : {Grain::statement, Grain::barrier}) {
            at->set_grain(grain);
            for (int i = 1; i < 120; ++i) {
                at->seek(at->step_count() * i / 120);
                const auto array = at->picture().followed;
                const auto cells = told_cells(at->sentence(), at->staged(), at->trace().arrays[array], array);
                const canvas::Picture picture = draw_stage({{0, 0}, {740, 560}}, 16, *at, options, state);
                if (cells.empty()) continue;
                // What the step comes to, behind what it did before.
                ++told;
                EXPECT_NE(picture.find(cell_name(at->trace(), array, cells.back())), nullptr)
                    << slug << " --step " << at->step() << ": " << at->sentence();
            }
        }
        EXPECT_GT(told, 10) << slug;
    }
}

}  // namespace
}  // namespace upsweep::stage
