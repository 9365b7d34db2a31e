// What a fuzz target defines: libFuzzer's entry, and seeds for the driver that replaces it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/// Good inputs that mutations start from.
std::vector<std::string> fuzz_seeds();
