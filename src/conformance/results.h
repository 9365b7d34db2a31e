// A GPU's results: tests/conformance/results.txt.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/suite.h"
#include "core/array.h"

namespace upsweep::conformance {

/// Empty if `got` is `expected`; else the first difference: "element 3 is 7 (0x7), expected 8 (0x8)". With
/// `ulps` floating-point numbers may be so far apart, and every NaN is every other.
std::string difference(const Array& expected, const Array& got, int ulps);

/// The file's lines: `machine NAME`, `FILE KERNEL HEX` with the result's bytes, and for expressions
/// `FILE KERNEL hashes H H …` with 8 hexadecimal digits an expression.
class Results {
  public:
    Results() = default;
    /// Throws Error naming the line that cannot be read.
    explicit Results(std::string_view text);

    /// Which GPU; empty if the file holds nothing.
    const std::string& machine() const { return machine_; }
    void set_machine(std::string name) { machine_ = std::move(name); }

    void put(const Case& test, const Array& result);
    bool has(const Case& test) const { return lines_.count(key(test)) != 0; }
    /// Empty if the result is what was stored; else the first difference. The case must be there.
    std::string difference(const Case& test, const Array& result) const;
    /// As the file holds it.
    std::string text() const;

  private:
    static std::string key(const Case& test) { return test.kernel.file + "\t" + test.kernel.function; }
    std::string machine_;
    std::map<std::string, std::string> lines_;
};

/// Those that the program holds.
const Results& stored_results();

/// One hash for each expression of a kernel, of its results for all operands.
std::vector<uint32_t> expression_hashes(const Array& result);

}  // namespace upsweep::conformance
