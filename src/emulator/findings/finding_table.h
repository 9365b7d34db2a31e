// Every kind of finding: its names, its severity and its words. The table has one row per kind.
#pragma once

#include <string>
#include <string_view>

#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// One sentence each. The cause is empty where the sentence says all that is known.
struct FindingWords {
    std::string sentence;  ///< what happens: who does what, with this case's numbers
    std::string cause;     ///< who or which line made it so
    std::string cure;      ///< what to write, and in which line
};

/// Of several that are alike, the worst case, and how many there are.
FindingWords words_of(const Trace& trace, const Finding& finding);
std::string sentence_of(const Trace& trace, const Finding& finding);

/// "bank_conflict" and so on, as the JSON writes it.
std::string_view name_of(FindingKind kind);
/// "Bank conflict", for people.
std::string_view title_of(FindingKind kind);
/// "note", "cost", "fault".
std::string_view name_of(Severity severity);
/// The usual one; races that change nothing are notes.
Severity severity_of(FindingKind kind);
/// The cure is a change of the finding's own line, and names it.
bool is_cured_at_its_line(FindingKind kind);

}  // namespace upsweep::emulator
