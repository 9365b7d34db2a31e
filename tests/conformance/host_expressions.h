// The suite's random expressions as the host's compiler understands them. The sources are written at build
// time (write_expressions.cpp).
#pragma once

#include "conformance/host_cuda.h"

namespace upsweep::conformance {

/// One thread's results of one kernel of expressions; which thread, threadIdx says.
using HostKernel = void (*)(const long long* wholes, const double* reals, unsigned long long* out);

/// By kernel, expression_kernels of them.
extern const HostKernel host_kernels[];

}  // namespace upsweep::conformance
