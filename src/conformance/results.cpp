#include "conformance/results.h"

#include <sstream>

#include <fmt/format.h>

#include "conformance/expressions.h"
#include "core/array.h"
#include "core/error.h"

namespace upsweep::conformance {
namespace {

std::string to_hex(std::span<const std::byte> bytes) {
    std::string text;
    for (std::byte byte : bytes) text += fmt::format("{:02x}", unsigned(byte));
    return text;
}

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// False if it is not as many bytes.
bool from_hex(std::string_view text, std::span<std::byte> bytes) {
    if (text.size() != 2 * bytes.size()) return false;
    for (size_t i = 0; i < bytes.size(); ++i) {
        const int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = std::byte(high << 4 | low);
    }
    return true;
}

std::string hashes_text(const Array& result) {
    std::string text = "hashes";
    for (uint32_t hash : expression_hashes(result)) text += fmt::format(" {:08x}", hash);
    return text;
}

}  // namespace

std::vector<uint32_t> expression_hashes(const Array& result) {
    const auto values = result.view<uint64_t>();
    std::vector<uint32_t> hashes;
    for (int i = 0; i < expressions_a_kernel; ++i) {
        // FNV-1a over the results of one expression, folded to 32 bits.
        uint64_t hash = 14695981039346656037ull;
        for (int t = 0; t < expression_operands; ++t)
            for (int byte = 0; byte < 8; ++byte)
                hash = (hash ^ (values[t * expressions_a_kernel + i] >> 8 * byte & 255)) * 1099511628211ull;
        hashes.push_back(hash ^ hash >> 32);
    }
    return hashes;
}

Results::Results(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line.starts_with("machine ")) {
            machine_ = line.substr(8);
            continue;
        }
        const size_t first = line.find('\t');
        const size_t second = first == std::string::npos ? first : line.find('\t', first + 1);
        if (second == std::string::npos)
            throw Error("results.txt has a line without a file, a kernel and a result: {}", line);
        lines_[line.substr(0, second)] = line.substr(second + 1);
    }
}

void Results::put(const Case& test, const Array& result) {
    lines_[key(test)] = test.expressions >= 0 ? hashes_text(result) : to_hex(result.bytes());
}

std::string Results::difference(const Case& test, const Array& result) const {
    const std::string& stored = lines_.at(key(test));
    if (test.expressions >= 0) {
        const std::string got = hashes_text(result);
        if (got == stored) return "";
        std::istringstream a(stored), b(got);
        std::string expected, found;
        for (int i = -1; (a >> expected) && (b >> found); ++i)
            if (expected != found)
                return fmt::format("expression {} has other results: {}", i,
                                   expression_text(test.expressions, i));
        return "the stored results have a different number of expressions";
    }
    Array expected(result.type(), result.extent());
    if (!from_hex(stored, expected.bytes())) return "the stored result has a different size";
    return conformance::difference(expected, result, test.ulps);
}

std::string Results::text() const {
    std::string text =
        "# Results of the conformance suite on a GPU; written by upsweep verify --conformance --on gpu "
        "--store.\n";
    text += "machine " + machine_ + "\n";
    for (const auto& [key, result] : lines_) text += key + "\t" + result + "\n";
    return text;
}

const Results& stored_results() {
    static const Results results{suite_text("results.txt")};
    return results;
}

namespace {

bool same(ScalarType type, uint64_t a, uint64_t b, int ulps) {
    if (a == b) return true;
    return ulps > 0 && ulps_apart(type, a, b) <= ulps;
}

}  // namespace

std::string difference(const Array& expected, const Array& got, int ulps) {
    if (expected.type() != got.type() || expected.count() != got.count())
        return fmt::format("{} elements of {}, expected {} of {}", got.count(), name_of(got.type()),
                           expected.count(), name_of(expected.type()));
    const ScalarType type = expected.type();
    for (int64_t i = 0; i < expected.count(); ++i) {
        const uint64_t a = bits_at(expected, i), b = bits_at(got, i);
        if (!same(type, a, b, ulps))
            return fmt::format("element {} is {} ({:#x}), expected {} ({:#x})", i, bits_to_text(type, b), b,
                               bits_to_text(type, a), a);
    }
    return "";
}

}  // namespace upsweep::conformance
