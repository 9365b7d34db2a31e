// An answer to a question of the trace's that is being put together: typed, chosen by buttons, or clicked on
// the stage. Predict and the lessons ask this way. Needs no window.
#pragma once

#include "questions/question.h"
#include "replay/position/position.h"
#include "stage/stage.h"

namespace upsweep::app {

/// What is in the text so far; nothing while it is not an answer.
std::optional<questions::Answer> answer_in(const questions::Question& question, const std::string& text);

/// A number, lane, warp, block or letter was chosen: the text with it, or, if it was in there, without it. Of
/// yes and no 1 and 0.
std::string with_choice(const questions::Question& question, const std::string& text, int64_t number);
bool is_chosen(const questions::Question& question, const std::string& text, int64_t number);

/// The text with a typed character behind it, or of '\b' without its last one; nothing if the character is no
/// part of an answer: digits, the signs of lists and numbers, letters of an order, y and n of yes and no.
std::optional<std::string> with_typed(const questions::Question& question, const std::string& text, char c);

/// The choice that a click on the stage makes; nothing if it answers no question.
std::optional<int64_t> choice_of_cell(const questions::Question& question, emulator::ArrayId array,
                                      int64_t element);
/// Of a block by its number on the stage.
std::optional<int64_t> choice_of_block(const questions::Question& question,
                                       const replay::StagedLaunch& staged, int64_t number);

/// What can be chosen by a button: from `first`, so many. None: it is typed, or clicked on the stage.
struct AnswerButtons {
    int64_t first = 0, count = 0;
};
AnswerButtons answer_buttons(const questions::Question& question);
/// "Yes", "B", "3".
std::string button_label(const questions::Question& question, int64_t number);
/// What is in an empty field.
std::string answer_hint(const questions::Question& question);

/// How far the answering is.
enum class Answering : uint8_t { asking, right, wrong, looked };
/// The cells that are wanted, chosen, right or wrong, on the array that the question is about.
std::vector<stage::StageMark> answer_marks(const questions::Question& question, const std::string& text,
                                           Answering state);
/// The diagram would show what is wanted.
bool diagram_tells(const questions::Question& question);

}  // namespace upsweep::app
