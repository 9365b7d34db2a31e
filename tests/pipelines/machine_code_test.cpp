// Every kernel that the catalog's entries use with a choice of named options has machine code in the binary,
// or is compiled when it runs.
#include <gmock/gmock.h>

#include <map>

#include "device/compiler.h"
#include "device/modules.h"
#include "pipelines/algorithm.h"

namespace upsweep::device {
namespace {

std::vector<KernelName> machine_code_kernels_of(const Plan& plan) {
    std::vector<KernelName> kernels;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what);
            launch != nullptr && !launch->host_loop)
            kernels.push_back(launch->kernel);
    return kernels;
}

// Defaults, and each named choice on top of them.
std::vector<Parameters> choices(const Algorithm& algorithm, ElementTypes types) {
    Parameters plain;
    plain.extent = {1000, algorithm.shape == Shape::rows ? 1 : 37};
    plain.types = types;
    std::vector<Parameters> all = {with_defaults(algorithm, plain)};
    for (const Option& option : algorithm.options)
        for (size_t value = 0; value < option.value_names.size(); ++value) {
            // Other operators than a sum take words alone, and tell so.
            if (option.name == "operator" && value > 0 &&
                types != ElementTypes{ScalarType::u32, ScalarType::u32})
                continue;
            plain.options = {{std::string(option.name), int64_t(value)}};
            all.push_back(with_defaults(algorithm, plain));
        }
    return all;
}

// By their keys.
std::map<std::string, KernelName> kernels_of_the_catalog() {
    std::map<std::string, KernelName> kernels;
    for (const Algorithm* algorithm : catalog())
        for (ElementTypes types : algorithm->types)
            for (const Parameters& parameters : choices(*algorithm, types)) {
                const Plan plan = algorithm->make_plan(parameters);
                if (!plan.emulator_only.empty()) continue;
                for (const KernelName& kernel : machine_code_kernels_of(plan))
                    kernels[kernel_key(kernel)] = kernel;
            }
    return kernels;
}

TEST(MachineCode, IsThereForTheWholeCatalog) {
    const std::vector<std::string> keys = embedded_kernel_keys();
    if (keys.empty()) GTEST_SKIP() << "This program was built without machine code for GPUs.";
    for (const auto& [key, kernel] : kernels_of_the_catalog()) EXPECT_THAT(keys, testing::Contains(key));
}

TEST(MachineCode, IsMadeWhenAKernelRuns) {
    if (compiler_version().empty()) GTEST_SKIP() << "CUDA's compiler library NVRTC is not installed.";
    for (const auto& [key, kernel] : kernels_of_the_catalog()) {
        const SourceTree source = collect_sources(kernel.file, kernel_text);
        EXPECT_NO_THROW(compile(kernel, source, 7, 5)) << key;
    }
}

}  // namespace
}  // namespace upsweep::device
