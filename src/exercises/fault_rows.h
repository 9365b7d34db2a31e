// Which rule a fault breaks.
#pragma once

#include <span>
#include <string_view>

#include "emulator/trace/finding.h"

namespace upsweep::exercises {

struct FaultRow {
    std::string_view key, title;
    std::string_view says;  ///< while it is kept
    bool always = true;     ///< false: the row is there only where it is broken
};

std::span<const FaultRow> fault_rows();
/// The key of one of them.
bool is_fault_row(std::string_view key);
const FaultRow& fault_row_of(emulator::FindingKind kind);

}  // namespace upsweep::exercises
