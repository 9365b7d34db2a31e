#include "app/race/model/race_why.h"

#include <array>
#include <cmath>

#include "core/error.h"
#include "core/ranges.h"
#include "replay/structure/stops.h"
#include "scenes/run_scene.h"

namespace upsweep::app {

namespace {

constexpr std::array<int64_t, 8> element_choices = {int64_t{1} << 10, int64_t{1} << 14, int64_t{1} << 16,
                                                    int64_t{1} << 18, int64_t{1} << 20, int64_t{1} << 22,
                                                    int64_t{1} << 24, int64_t{1} << 26};

}  // namespace

std::span<const int64_t> RaceWhy::choices() { return element_choices; }

Extent RaceWhy::extent_for(const Algorithm& algorithm, int64_t elements) {
    if (algorithm.shape == Shape::rows) return {elements, 1};
    const auto side = int64_t(std::lround(std::sqrt(double(elements))));
    return {side, side};
}

void RaceWhy::ask(const Algorithm& algorithm, ElementTypes types) {
    question_ = {};
    question_.algorithm = &algorithm;
    scene_ = scenes::initial_scene(std::string(algorithm.slug));
    subject_ = algorithm.title;
    types_ = contains(algorithm.types, types) ? types : algorithm.types.front();
    start();
}

void RaceWhy::ask(const scenes::Scene& scene) {
    question_ = {};
    question_.edits = scene.edits;
    scene_ = scene;
    if (const scenes::CatalogRun* run = scene.entry()) {
        const Algorithm& algorithm = find_algorithm(run->algorithm);
        question_.algorithm = &algorithm;
        subject_ = std::string(algorithm.title) + (scene.edits.empty() ? "" : ", edited");
        types_ = contains(algorithm.types, run->parameters.types) ? run->parameters.types
                                                                  : algorithm.types.front();
    } else if (const programs::UserProgram* program = scene.program()) {
        question_.program = *program;
        subject_ = programs::name_of(*program);
    } else {
        throw UsageError("Only an algorithm or a program can be asked why it is slow, not a trace.");
    }
    start();
}

namespace {

/// Steps done when the line, or one of the next below it, has run for the first time; 0: none runs.
int64_t first_step_at(const emulator::Trace& trace, const model::CodeLine& line,
                      const std::atomic<bool>* cancel) {
    // A kernel's head is followed by what it declares.
    constexpr int32_t most_below = 20;
    for (int32_t below = 0; below < most_below; ++below) {
        scenes::Stop stop;
        stop.kind = scenes::Stop::Kind::line;
        stop.number = line.line + below;
        stop.name = line.file;
        const replay::StopPlaces places = replay::places_of(trace, stop, cancel);
        if (!places.steps.empty()) return places.steps.front();
    }
    return 0;
}

}  // namespace

void RaceWhy::open_line(const model::CodeLine& line, std::function<void(scenes::Scene)> open) {
    scenes::Scene scene = scene_;
    scene.step = 0;
    opening_.start(
        "Looking for the line",
        [scene, line](Job& job) {
            scenes::Scene found = scene;
            try {
                const scenes::RunScene run = scenes::run_scene(scene, job.cancel_flag());
                found.step = first_step_at(*run.trace, line, job.cancel_flag());
            } catch (const Error&) {
                // Step itself says what is wrong with the text.
            }
            return found;
        },
        [open](scenes::Scene found) { open(std::move(found)); }, [](const std::string&) {});
}

void RaceWhy::hold_against(const Algorithm* algorithm) {
    if (rival_ == algorithm) return;
    rival_ = algorithm;
    if (!subject_.empty()) start();
}

void RaceWhy::choose_elements(int64_t elements) {
    if (elements_ == elements) return;
    elements_ = elements;
    if (!subject_.empty()) start();
}

model::Question RaceWhy::question_at(const model::Question& like) const {
    model::Question question = like;
    if (question.algorithm == nullptr) {
        question.n = elements_;
        return question;
    }
    question.parameters.extent = extent_for(*question.algorithm, elements_);
    question.parameters.types =
        contains(question.algorithm->types, types_) ? types_ : question.algorithm->types.front();
    question.parameters = with_defaults(*question.algorithm, std::move(question.parameters));
    return question;
}

model::Question RaceWhy::rival_question() const {
    model::Question question;
    question.algorithm = rival_;
    question.curve = false;
    return question_at(question);
}

void RaceWhy::start() {
    answer_.reset();
    rivals_.reset();
    error_.clear();
    struct Answers {
        model::Why own;
        std::optional<model::Why> rival;
    };
    try {
        const model::Question own = question_at(question_);
        std::optional<model::Question> other;
        if (rival_ != nullptr && (rival_ != question_.algorithm || !question_.edits.empty()))
            other = rival_question();
        jobs_.start(
            "Asking where the time goes",
            [own, other, recording = recording_](Job& job) {
                const model::MachineModel& machine =
                    model::recorded_model(recording == nullptr ? "" : recording->machine.gpu);
                Answers answers{model::why(own, machine, recording, job.cancel_flag()), {}};
                if (other) answers.rival = model::why(*other, machine, recording, job.cancel_flag());
                return answers;
            },
            [this](Answers answers) {
                answer_ = std::move(answers.own);
                rivals_ = std::move(answers.rival);
            },
            [this](const std::string& sentence) { error_ = sentence; });
    } catch (const Error& error) {
        error_ = error.what();
    }
}

}  // namespace upsweep::app
