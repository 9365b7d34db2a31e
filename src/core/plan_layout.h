// A plan as bytes: the order of its fields, for trace files and for the process that runs a plan on the GPU.
#pragma once

#include <cstdint>

#include "core/byte_stream.h"
#include "core/plan.h"

namespace upsweep {

void fields(auto& a, Extent& v) { a(v.width, v.height); }
void fields(auto& a, Dim3& v) { a(v.x, v.y, v.z); }
void fields(auto& a, KernelName& v) { a(v.file, v.function, v.definitions); }
/// A new field of a plan changes emulator::trace_file_version.
void fields(ByteWriter& a, Plan& v);
void fields(ByteReader& a, Plan& v);

/// Whether a type that was read is one.
inline bool is_sound(ScalarType type) { return type <= ScalarType::f64; }
/// Whether it has at most so many elements a row, rows, and elements in all.
bool is_sound(const Extent& extent, int64_t most);
/// Whether every number of a plan that was read names something that there is, and no buffer has more than
/// `most` elements. What the host's arrays and the grids may be is the caller's to check.
bool is_sound(const Plan& plan, int64_t most);

}  // namespace upsweep
