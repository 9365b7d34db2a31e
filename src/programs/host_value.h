// What host code computes with, as far as it is followed: numbers, sizes of grids, and pointers to arrays.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace upsweep::programs {

/// An array that host code allocates, on the host or on the device.
struct HostArray {
    /// Who wrote it last; `device` is what a kernel left, of which nothing is known here.
    enum class State : std::uint8_t { unset, written, device };

    std::int64_t bytes = -1;   ///< -1: not known
    std::int64_t element = 0;  ///< bytes of one; 0: not known yet (malloc before its pointer has a type)
    bool floating = false;
    State state = State::unset;
    bool drawn = false;           ///< a value came from rand() or a clock: any other would do as well
    bool partly_unknown = false;  ///< a value could not be worked out
    std::vector<double> cells;    ///< as far as they are written

    /// -1 if it is not known.
    std::int64_t count() const { return bytes < 0 || element == 0 ? -1 : bytes / element; }
};

/// A type as it is declared.
struct HostType {
    std::int64_t bytes = 0;  ///< 0: of no type that is known here
    bool floating = false, is_unsigned = false, is_dim3 = false, is_vector = false, is_array = false;
    int pointers = 0;
};

struct HostVariable;

struct HostValue {
    enum class Kind : std::uint8_t { unknown, number, dim3, pointer, address };

    Kind kind = Kind::unknown;
    bool floating = false;
    bool drawn = false;  ///< from rand() or a clock
    std::int64_t whole = 0;
    double real = 0;
    std::array<std::int64_t, 3> sides = {1, 1, 1};  ///< of a dim3
    std::shared_ptr<HostArray> array = {};          ///< of a pointer; null: nullptr
    std::int64_t offset = 0;                        ///< of a pointer, in elements
    HostVariable* variable = nullptr;               ///< of an address

    static HostValue of(std::int64_t value);
    static HostValue of(double value);
    static HostValue pointer(std::shared_ptr<HostArray> to);
    bool is_number() const { return kind == Kind::number; }
    bool known() const { return kind != Kind::unknown; }
    double as_real() const { return floating ? real : static_cast<double>(whole); }
    std::int64_t as_whole() const;
    bool truth() const { return is_number() ? as_real() != 0 : kind == Kind::pointer && array != nullptr; }
};

struct HostVariable {
    HostType type;
    HostValue value;
};

/// `left op right` as C++ has it for whole numbers of 64 bits and doubles; unknown if an operand is, or for a
/// division by zero.
HostValue apply(const std::string& op, const HostValue& left, const HostValue& right);

/// The value that a variable of the type takes.
HostValue converted(HostValue value, const HostType& type);

}  // namespace upsweep::programs
