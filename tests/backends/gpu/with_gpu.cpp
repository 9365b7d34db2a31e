// Linked into a test program, backends::gpu() is this machine's there, as it is in the program.
#include "backends/gpu/gpu.h"

namespace {

[[maybe_unused]] const bool gpu_in_tests = [] {
    upsweep::backends::use_this_gpu();
    return true;
}();

}  // namespace
