// The initial contents of buffers and of variables outside functions, as a person types them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "emulator/compiler.h"
#include "programs/signature.h"

namespace upsweep::programs {

/// Arrays that a caller holds, by the names that it gave them.
using NamedArrays = std::map<std::string, Array, std::less<>>;

/// A buffer for one parameter: its contents, or only its size if nothing is written before the launch.
struct Filled {
    Array contents;
    bool set = true;  ///< false: as `cudaMalloc` leaves it
};

/// `zeros:COUNT`, `iota:COUNT[:START]`, `random:COUNT[:SEED]`, `fill:COUNT:VALUE`, `unset:COUNT`,
/// `values:1,2,3` or `@FILE.npy`. COUNT counts numbers: a float4 is four of them. What lies row by row has
/// WIDTHxHEIGHT for COUNT, semicolons between the rows of `values`, or is so in the file: then the contents
/// have that extent. Throws UsageError naming the parameter, Error for a file that cannot be read.
/// `seed` is that of `random` without one; `@NAME` is the array of that name in `given`, if there is one.
Filled fill(const Parameter& parameter, std::string_view text, uint64_t seed = 1,
            const NamedArrays* given = nullptr);

/// One number of a buffer.
struct Cell {
    ScalarType type = ScalarType::i32;
    uint64_t bits = 0;
};

/// The buffer's numbers one after another, those of structs in the order of their members.
std::vector<Cell> cells_of(const Parameter& parameter, const Array& contents);
int64_t cell_count(const Parameter& parameter, const Array& contents);
Cell cell_at(const Parameter& parameter, const Array& contents, int64_t index);

/// Numbers alone are a list of values: "1,2,3" as "values:1,2,3".
std::string as_fill(const std::string& text);

/// Most numbers that a buffer may have.
constexpr int64_t most_numbers = int64_t{1} << 24;

/// Lets variables of the kernel begin with what `settings` say, each NAME=NUMBERS with commas between, or
/// NAME= and what `fill` reads. Throws UsageError for a variable that the kernel does not use, numbers that
/// are more or fewer than it has, and what `fill` refuses.
void set_globals(const Signature& signature, const std::vector<std::string>& settings,
                 emulator::Compiler& compiler);

/// The __constant__ variables that the kernel reads and that have neither an initialiser nor a setting: they
/// hold zeros. (A __device__ variable may well begin with zeros, and a kernel can write it.)
std::vector<std::string> never_set(const Signature& signature, const std::vector<std::string>& settings);

}  // namespace upsweep::programs
