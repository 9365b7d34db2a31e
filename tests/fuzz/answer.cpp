// Any text as the answer to a question of any form: read, and then written as what reads back the same; or
// refused with one sentence. The first byte chooses the form, the second the number of columns.
#include <string_view>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "questions/question.h"

std::vector<std::string> fuzz_seeds() {
    return {std::string("\0\0-12", 5),      std::string("\1\0") + "0…2, 5", std::string("\2\4(0,0)…(2,1), 7"),
            std::string("\3\0") + "1..3",   std::string("\4\0") + "2",      std::string("\5\0") + "3",
            std::string("\6\0") + "none",   std::string("\7\0") + "yes",    std::string("\10\0") + "B A C",
            std::string("\0\1", 2) + "1e3", std::string("\0\0", 2) + "−7"};
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    using namespace upsweep::questions;
    if (size < 2) return 0;
    Question question;
    question.form = static_cast<Form>(data[0] % 9);
    question.width = data[1] % 8;
    question.limit = question.form == Form::order ? 3 : question.width > 0 ? 5 * question.width : 40;
    question.items.resize(question.form == Form::order ? 3 : 0);
    question.key.text = "7";
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    try {
        const Answer answer = parse_answer(question, text);
        is_right(question, answer);
        if (parse_answer(question, to_text(question, answer)) != answer) __builtin_trap();
        for (const int64_t number : answer.numbers)
            if (number < 0 || (question.form != Form::count && number >= question.limit)) __builtin_trap();
    } catch (const UsageError& error) {
        if (std::string_view(error.what()).back() != '.') __builtin_trap();
    }
    return 0;
}
