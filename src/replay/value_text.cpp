// Values of a trace as people write them.
#include "replay/value_text.h"

#include "emulator/trace/trace.h"

namespace upsweep::replay {
namespace {

/// The only member of the operators' types.
constexpr std::string_view member = ".word";

/// What lanes hold is a word only as the member of one; their other numbers are numbers.
bool holds_words(const ArrayInfo& array) {
    if (array.type != ScalarType::u32 || array.role != BufferRole::data) return false;
    return array.space != Space::local || std::string_view(array.name).ends_with(member);
}

}  // namespace

reference::Operator operator_of(const Trace& trace) {
    if (trace.launches.empty()) return reference::Operator::sum;
    for (const auto& [name, value] : trace.launches.front().kernel.definitions)
        if (name == "OPERATOR") return reference::operator_of_type(value);
    return reference::Operator::sum;
}

std::string plain_name(const Trace& trace, ArrayId array) {
    const ArrayInfo& info = trace.arrays[array];
    const bool word =
        operator_of(trace) != reference::Operator::sum && info.space == Space::local && holds_words(info);
    return word ? info.name.substr(0, info.name.size() - member.size()) : info.name;
}

std::string value_text(const Trace& trace, ArrayId array, uint64_t bits) {
    const ArrayInfo& info = trace.arrays[array];
    const reference::Operator operation = operator_of(trace);
    if (operation == reference::Operator::sum || !holds_words(info)) return bits_to_text(info.type, bits);
    return reference::word_text(operation, uint32_t(bits));
}

}  // namespace upsweep::replay
