// Under libFuzzer: puts the target's seeds into the first folder that is named, if that is empty.
#include <filesystem>
#include <fstream>

#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
    namespace fs = std::filesystem;
    for (int i = 1; i < *count; ++i) {
        const fs::path folder((*arguments)[i]);
        if (!fs::is_directory(folder)) continue;
        if (!fs::is_empty(folder)) return 0;
        int number = 0;
        for (const std::string& seed : fuzz_seeds())
            std::ofstream(folder / ("seed_" + std::to_string(number++)), std::ios::binary) << seed;
        return 0;
    }
    return 0;
}
