// What a fuzz target defines: libFuzzer's entry, and seeds for the driver that replaces it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

/// Good inputs that mutations start from.
std::vector<std::string> fuzz_seeds();
