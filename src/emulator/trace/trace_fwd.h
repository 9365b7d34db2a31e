// Names of what a trace holds, for headers that only refer to it: trace.h and finding.h define them.
#pragma once

#include <cstdint>

namespace upsweep::emulator {

/// Position in Trace::arrays.
using ArrayId = uint32_t;

/// Names an origin, see Trace::origin(). 0 is "computed from no cell": constants and index arithmetic. With
/// the top bit it is a cell: the read at that position in Trace::accesses. Else an operation, by its position
/// in Trace::operations.
using OriginId = uint32_t;

/// `text` is what is in quotes in the kernel. This is code rather than memory that a student
/// has laid out: reading it is neither recorded nor counted, its characters are constants without an origin,
/// and so no picture shows such an array. Only a finding names one, where a lane leaves it or writes to it.
enum class Space : uint8_t { global, shared, local, constant, text };

enum class AccessKind : uint32_t;
enum class FindingKind : uint8_t;
enum class Severity : uint8_t;
enum class StepKind : uint32_t;
struct Access;
struct ArrayInfo;
struct Counts;
struct Finding;
struct LaunchInfo;
struct Origin;
struct Phase;
struct Step;
struct StepCounts;
struct Trace;

}  // namespace upsweep::emulator
