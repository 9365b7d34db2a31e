// Of an own program: the header, its launch in words and chips for all that it is launched with.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/step/view/step_parts.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/arguments.h"
#include "programs/whole.h"
#include "stage/plan_parts.h"

namespace upsweep::app::step {

using programs::Choice;
using programs::OpenedProgram;
using programs::UserProgram;
using scenes::Scene;

namespace {

constexpr float chips_em = 2.25F;

/// "your whole program: 11 operations, 2 of them launches".
std::string whole_in_words(const StepModel& model, const OpenedProgram& opened) {
    std::string text = "your whole program";
    if (model.position() != nullptr)
        text += fmt::format(": {}, {}",
                            upsweep::counted(std::ssize(stage::program_acts(*model.position())), "operation"),
                            opened.launches == 0   ? "no launch"
                            : opened.launches == 1 ? "1 of them a launch"
                                                   : fmt::format("{} of them launches", opened.launches));
    return text + (opened.left_out.empty() ? "" : ". " + opened.left_out);
}

/// "your program, 4 blocks of 8 threads"; of several launches in the file, which one.
std::string launch_in_words(const StepModel& model) {
    std::string text = "your program";
    if (model.program() != nullptr) {
        const OpenedProgram& opened = model.program()->opened;
        if (opened.whole != nullptr) return whole_in_words(model, opened);
        if (opened.has_main) text = "by hand";
    }
    if (model.position() == nullptr || model.position()->trace().launches.empty()) return text;
    const emulator::LaunchInfo& launch = model.position()->trace().launches.front();
    const bool one_block = launch.grid.count() == 1, one_thread = launch.block.count() == 1;
    return text + fmt::format(", {} block{} of {} thread{}", dim_text(launch.grid), one_block ? "" : "s",
                              dim_text(launch.block), one_thread ? "" : "s");
}

/// Without anything that is said of a launch.
UserProgram as_main_has_it(const UserProgram& program) {
    UserProgram made;
    made.file = program.file;
    made.definitions = program.definitions;
    made.max_steps = program.max_steps;
    made.main_arguments = program.main_arguments;
    return made;
}

/// "2,2" of "2,2,1".
std::string without_ones(std::string text) {
    while (text.ends_with(",1")) text.resize(text.size() - 2);
    return text;
}

struct ProgramHeader {
    Frame& frame;
    Services& services;
    StepModel& model;
    HeaderState& state;
    std::shared_ptr<const scenes::ProgramRun> known;

    const OpenedProgram& opened() const { return known->opened; }
    const UserProgram& program() const { return *model.scene().program(); }
    std::string change(const std::function<void(UserProgram&)>& edit) const {
        return try_scene(services, model, [&] {
            Scene scene = model.scene();
            edit(*scene.program());
            return scene;
        });
    }
};

/// Why the chip has its value, for its tooltip.
std::string tip_of(const ProgramHeader& header, const Choice& choice) {
    switch (choice.from) {
        case Choice::From::person:
            return {};
        case Choice::From::file:
            if (header.opened().line == 0) return {};
            return header.opened().whole != nullptr
                       ? fmt::format("As line {} launches it. With another value this launch runs by hand.",
                                     header.opened().line)
                       : fmt::format("As line {} launches it. {}\n{}", header.opened().line,
                                     programs::launch_sentence(header.opened()),
                                     programs::unchecked_sentence(header.opened()));
        case Choice::From::guess:
            return choice.reason.empty() ? "A guess. Click to change it."
                                         : fmt::format("A guess: {}. Click to change it.", choice.reason);
    }
    return {};
}

/// How a chip's text becomes part of the program. Throws UsageError.
using Set = std::function<void(UserProgram&, const std::string&)>;

Chip chip_of(ProgramHeader& header, const std::string& name, const std::string& label, const Choice& choice,
             const std::string& hint, Set set) {
    const std::string id = "step.program." + name;
    Chip made;
    made.id = id;
    made.label = label;
    made.value = shown_value(choice.text);
    made.menu_em = 20;
    made.guessed = choice.from == Choice::From::guess;
    made.tip = tip_of(header, choice);
    if (made.value != choice.text) made.tip = one_line(choice.text, 400) + "\n" + made.tip;
    const bool chosen = choice.from == Choice::From::person;
    made.menu = [&header, id, now = choice.text, chosen, hint, set = std::move(set)] {
        return text_menu(header.frame, id, header.state.program[id], now, hint, "file",
                         chosen ? "As the file has it" : "", [&](const std::string& text) {
                             return header.change([&](UserProgram& program) { set(program, text); });
                         });
    };
    return made;
}

void add_kernel(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const bool template_kernel = opened.kernel.text.find('<') != std::string::npos;
    const bool all = opened.launches > 1 && opened.whole != nullptr;
    if (opened.kernels.size() < 2 && !template_kernel && !all) return;
    Chip made = chip_of(header, "kernel", "kernel", opened.kernel, "reduce or reduce<float, 256>",
                        [](UserProgram& program, const std::string& text) {
                            program.kernel = text;
                            program.template_arguments.clear();
                            program.arguments.clear();
                            program.grid.clear();
                            program.block.clear();
                            program.shared.reset();
                            program.expected.clear();
                        });
    if (all) made.value = "all, in order";
    if (all) made.tip = programs::launch_sentence(opened);
    made.menu = [&header, &opened, typed = made.menu] {
        bool done = typed();
        for (const std::string& kernel : opened.kernels) {
            const bool now = opened.kernel.text.substr(0, opened.kernel.text.find('<')) == kernel;
            if (!menu_row(header.frame, "step.program.kernel." + kernel, kernel, now)) continue;
            header.change([&](UserProgram& program) {
                UserProgram other = as_main_has_it(program);
                other.kernel = kernel;
                program = other;
            });
            done = true;
        }
        return done;
    };
    chips.push_back(std::move(made));
}

void add_shape(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const auto side = [&](const char* name, const Choice& choice, std::string UserProgram::*field) {
        chips.push_back(chip_of(header, name, name, choice, "4 or 4,2",
                                [name, field](UserProgram& program, const std::string& text) {
                                    if (!text.empty()) programs::parse_dim3(text, name);
                                    program.*field = text;
                                }));
        chips.back().value = without_ones(choice.text);
    };
    side("grid", opened.grid, &UserProgram::grid);
    side("block", opened.block, &UserProgram::block);
    if (!opened.signature.dynamic_shared && opened.shared.text == "0") return;
    chips.push_back(chip_of(header, "shared", "shared bytes", opened.shared, "bytes",
                            [](UserProgram& program, const std::string& text) {
                                program.shared.reset();
                                if (!text.empty())
                                    program.shared = programs::parse_whole(text, 0, int64_t{1} << 30,
                                                                           "Dynamic shared memory");
                            }));
}

void add_arguments(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const std::vector<programs::Declared> wanted = programs::given_parameters(opened.signature);
    for (size_t i = 0; i < std::min(opened.arguments.size(), wanted.size()); ++i) {
        const bool buffer = wanted[i].count == 1 && opened.signature.parameters[wanted[i].first].pointer;
        Chip made =
            chip_of(header, "arg." + wanted[i].name, wanted[i].name, opened.arguments[i],
                    buffer ? "iota:8, values:3,1,7 or @file.npy" : "a number",
                    [i, count = opened.arguments.size()](UserProgram& program, const std::string& text) {
                        program.arguments.resize(count);
                        program.arguments[i] = text;
                    });
        if (made.tip.empty()) made.tip = wanted[i].type_name;
        chips.push_back(std::move(made));
    }
}

void add_variables(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    for (const emulator::GlobalVariable& variable : opened.signature.globals) {
        if (!variable.constant) continue;
        const std::string& name = variable.as.name;
        const std::string text = named(header.program().settings, name);
        const bool unset = contains(opened.never_set, name);
        Choice choice{text, text.empty() ? Choice::From::file : Choice::From::person};
        if (unset) choice = {"zeros", Choice::From::guess, "nothing sets it, so it holds zeros"};
        if (text.empty() && !unset) choice.text = "as written";
        for (const std::string& guess : opened.guessed)
            if (text.empty() && guess.starts_with(name + " begins with "))
                choice = {"a guess", Choice::From::guess, guess};
        Chip made = chip_of(header, "set." + name, name, choice, "values:1,2,1",
                            [name](UserProgram& program, const std::string& typed) {
                                set_named(program.settings, name, typed);
                            });
        chips.push_back(std::move(made));
    }
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

void add_definitions(ProgramHeader& header, std::vector<Chip>& chips) {
    const std::string now = fmt::format("{}", fmt::join(header.program().definitions, " "));
    Chip made = chip_of(header, "define", "-D", {now, Choice::From::file}, "N=64 TILE=8",
                        [](UserProgram& program, const std::string& text) {
                            program.definitions = words_of(text);
                            programs::parse_definitions(program.definitions);
                        });
    made.value = now.empty() ? "none" : shown_value(now);
    made.tip = "Definitions, as a compiler takes them after -D.";
    chips.push_back(std::move(made));
}

/// Whether main has parameters, by the text between its brackets.
bool main_takes_arguments(const ProgramHeader& header) {
    const auto& whole = header.opened().whole;
    if (whole == nullptr) return false;
    const auto* file =
        find_by(whole->files, &emulator::SourceText::name, programs::name_of(header.program()));
    if (file == nullptr) return false;
    const std::string_view text = file->text;
    const size_t open = text.find("main(");
    if (open == std::string_view::npos) return true;
    const std::string_view inside = trimmed(text.substr(open + 5, text.find(')', open) - open - 5));
    return !inside.empty() && inside != "void";
}

void add_main_arguments(ProgramHeader& header, std::vector<Chip>& chips) {
    if (!main_takes_arguments(header) && header.program().main_arguments.empty()) return;
    if (header.opened().whole == nullptr) return;
    const std::string now = fmt::format("{}", fmt::join(header.program().main_arguments, " "));
    Chip made = chip_of(
        header, "arguments", "argv", {now, Choice::From::file}, "1024 fast",
        [](UserProgram& program, const std::string& text) { program.main_arguments = words_of(text); });
    made.value = now.empty() ? "none" : shown_value(now);
    made.tip = "What main is given, with blanks between.";
    chips.push_back(std::move(made));
}

std::vector<Chip> chips_of(ProgramHeader& header) {
    std::vector<Chip> chips;
    if (header.known == nullptr) return chips;
    if (!header.opened().kernel.text.empty() || !header.opened().in_order.empty()) add_kernel(header, chips);
    const bool several = header.opened().whole != nullptr && header.opened().launches > 1;
    if (!several && !header.opened().grid.text.empty()) add_shape(header, chips);
    add_arguments(header, chips);
    add_variables(header, chips);
    add_definitions(header, chips);
    add_main_arguments(header, chips);
    return chips;
}

/// What undoes a launch by hand, or makes the record longer; no label where neither is needed.
struct ProgramButton {
    std::string id, label, tip;
};

ProgramButton button_of(const ProgramHeader& header) {
    if (header.known == nullptr) return {};
    const OpenedProgram& opened = header.opened();
    if (opened.has_main && opened.whole == nullptr && !programs::says_nothing(header.program()))
        return {"step.program.main", "Run main again",
                "main does not run now. Take back what was said of the launch, and run it again."};
    if (opened.whole != nullptr && opened.left_out.empty() && header.model.higher_step_limit() > 0)
        return {"step.program.more", "Run longer",
                programs::ended_sentence(opened) + " Let it run ten times as long."};
    if (!opened.left_out.empty() && header.model.higher_step_limit() > 0)
        return {"step.program.more", "Record more", opened.left_out + " Record ten times as many steps."};
    return {};
}

/// The words of the title line, and the button behind them, which has room before they have.
void draw_words_and_button(ProgramHeader& header, float left, float right, float y) {
    Frame& frame = header.frame;
    const float gap = frame.em();
    const ProgramButton one = button_of(header);
    const ButtonOptions options{.tip = one.tip};
    const float width = one.label.empty() ? 0 : button_width(frame, one.label, options);
    const std::string says = launch_in_words(header.model);
    const float room = right - left - (width > 0 ? width + gap : 0);
    const float said = room > frame.em(4) ? std::min(room, text_width(frame, type::label, says) + 1) : 0;
    if (said > 0) draw_elided(frame, {left, y + frame.em(0.1F)}, said, type::label, Role::t3, says);
    if (width == 0) return;
    const Rect box =
        Rect::sized({left + (said > 0 ? said + gap : 0), snap(y - frame.em(0.875F))}, width, frame.em(1.75F))
            .snapped();
    if (!button(frame, one.id, box, one.label, options)) return;
    if (one.id == "step.program.main")
        header.change([](UserProgram& program) { program = as_main_has_it(program); });
    else
        header.model.raise_step_limit();
}

}  // namespace

float program_chips_height(const Frame& frame) { return frame.em(chips_em); }

void draw_program_header(Frame& frame, Rect rect, Services& services, StepModel& model, HeaderState& state) {
    ProgramHeader header{frame, services, model, state, model.program()};
    if (has_lines(frame))
        draw_schedule(frame, rect.cut_bottom(schedule_height(frame, model)), services, model, state.schedule);
    const Rect line = rect.cut_bottom(frame.em(chips_em));
    const float y = rect.centre().y, left = rect.min.x, gap = frame.em();
    std::vector<Chip> schedule;
    if (!has_lines(frame))
        schedule.push_back({"step.schedule", "schedule", schedule_in_words(model.scene().gpu), 17,
                            [&] { return schedule_menu(frame, services, model, state.schedule); }});
    float right = rect.max.x;
    for (const Chip& one : schedule) right -= chip_width(frame, one.label, one.value) + gap;

    const std::string name = programs::name_of(*model.scene().program());
    const TextStyle title = title_style(frame);
    const float width = std::min(text_width(frame, title, name), (right - left) * 0.6F);
    draw_elided(frame, {left, y}, width + 1, title, Role::t1, name);
    draw_words_and_button(header, left + width + gap, right, y);
    draw_chips(frame, schedule, right, rect.max.x, snap(y - frame.em(0.875F)), Align::right);
    std::vector<Chip> chips = chips_of(header);
    draw_chips(frame, chips, line.min.x, line.max.x, snap(line.min.y), Align::left);
}

}  // namespace upsweep::app::step
