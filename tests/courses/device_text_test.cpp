// Whole files as courses write them, their host code taken out, through the GPU's compiler.
#include "programs/device_text.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "core/error.h"
#include "device/compiler.h"

namespace upsweep::courses {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ifstream stream(file);
    if (!stream) throw Error("There is no file " + file.string() + ".");
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Empty where it compiles, or where the emulator does not take it either.
std::string complaint(const std::string& file, const std::string& function, emulator::Compiler& compiler) {
    const KernelName kernel{file, function, {}};
    try {
        compiler.signature(kernel);
    } catch (const Error&) {
        return {};
    }
    std::map<std::string, std::string> texts;
    for (const auto& [name, text] : programs::device_texts({kernel}, compiler)) texts[name] = text;
    const SourceTree tree = collect_sources(file, [&](const std::string& name) { return texts.at(name); });
    try {
        device::compile(kernel, tree, 9, 0, {function});
    } catch (const BackendMissing&) {
        throw;
    } catch (const Error& error) {
        return function + ": " + error.what() + "\n";
    }
    return {};
}

TEST(DeviceTexts, OfEveryCourseAreTakenByTheGpusCompiler) try {
    std::string complaints;
    int kernels = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(UPSWEEP_COURSES)) {
        if (entry.path().extension() != ".cu") continue;
        const std::string file = entry.path().filename().string();
        emulator::Compiler compiler(
            [](const std::string& name) { return text_of(fs::path(UPSWEEP_COURSES) / name); });
        for (const emulator::KernelSummary& kernel : compiler.kernels(file, {})) {
            if (!kernel.template_parameters.empty()) continue;
            complaints += complaint(
                file, kernel.space.empty() ? kernel.name : kernel.space + "::" + kernel.name, compiler);
            ++kernels;
        }
    }
    EXPECT_EQ(complaints, "");
    EXPECT_GT(kernels, 40);
} catch (const BackendMissing& missing) {
    GTEST_SKIP() << missing.what();
}

}  // namespace
}  // namespace upsweep::courses
