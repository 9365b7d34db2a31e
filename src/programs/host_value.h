// What host code computes with, as far as it is followed: numbers, sizes of grids, structs, and pointers into
// arrays of bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::programs {

struct HostRecord;

/// A type as it is declared. Of an array inside of another, what one element of the outer one is.
struct HostType {
    int64_t bytes = 0;  ///< of what stands behind all stars and brackets; 0: of no type that is known
    bool floating = false, is_unsigned = false, is_dim3 = false, is_array = false, is_string = false;
    bool is_vector = false;  ///< std::vector, or a string, of this
    int8_t pointers = 0;
    int8_t inner_count = 0;              ///< of the extents that follow
    std::array<int32_t, 3> inner = {};   ///< of an int[3][4] pointed to by an int[2][3][4]: 3 and 4
    const HostRecord* record = nullptr;  ///< of a struct or a vector type
    bool is_plain() const { return pointers == 0 && !is_vector && !is_dim3 && inner_count == 0; }
};

/// Larger numbers of bytes, and places farther away, are not told apart.
constexpr int64_t farthest = int64_t{1} << 40;

/// Bytes of one value of the type: of a pointer 8; 0 if it is not known. At most `farthest`.
int64_t size_of(const HostType& type);

/// `offset` and `index` elements of `each` bytes, kept within what counts.
int64_t place_of(int64_t offset, int64_t index, int64_t each);

struct HostField {
    std::string_view name;
    HostType type;  ///< of one element of an array
    int64_t offset = 0;
};

/// A struct's members and where they lie.
struct HostRecord {
    std::string_view name;
    std::string spelling;       ///< "Pair<float>"
    size_t begin = 0, end = 0;  ///< tokens from its `{` to one past its `}`
    std::vector<HostField> fields;
    int64_t bytes = 0, alignment = 1;
    bool is_union = false;
    std::map<std::string_view, HostType> bound;  ///< what its template's parameters stand for

    const HostField* find(std::string_view field) const;
};

/// How the type is written: "float", "unsigned int", "Pair<float>*".
std::string spelled(const HostType& type);

struct HostValue;

/// An array that host code allocates, on the host or on the device: bytes.
struct HostArray {
    /// Who wrote it last; `device` is what a kernel left, of which nothing is known here.
    enum class State : uint8_t { unset, written, device };

    int64_t bytes = -1;  ///< -1: not known
    HostType element;    ///< bytes 0: not known yet (malloc before its pointer has a type)
    State state = State::unset;
    bool drawn = false;           ///< a value came from rand() or a clock: any other would do as well
    bool partly_unknown = false;  ///< a value could not be worked out
    /// From a loop too long to be followed: the bytes known, after which the rest is to go on alike; -1:
    /// none.
    int64_t followed = -1;
    int64_t writes = 0;                   ///< how often it has been written
    int64_t launched_at = -1;             ///< `writes` when a kernel was last given it; -1: never
    int number = -1;                      ///< see HostBuffer
    std::string passed_as = {};           ///< likewise
    std::vector<std::byte> data;          ///< as far as it is written; `rest` follows, again and again
    std::vector<std::byte> rest = {};     ///< one element; empty: zeros
    std::map<int64_t, HostValue> others;  ///< pointers and vectors, by where they lie
    int64_t taken = 0;                    ///< bytes of HostRoom
    bool no_room = false;                 ///< it is only partly known, since HostRoom was used up

    HostArray() = default;
    HostArray(const HostArray&) = delete;
    HostArray& operator=(const HostArray&) = delete;
    ~HostArray();
    /// Takes so many bytes of HostRoom in all; false if it has fewer.
    bool take(int64_t bytes_held);

    /// -1 if it is not known.
    int64_t count() const;
    /// Makes room; false if it lies outside of the array or HostRoom is used up.
    bool reach(int64_t offset, int64_t size);
    /// What lies so many bytes in, where it is not in `data`.
    std::byte rest_at(int64_t offset) const {
        return rest.empty() ? std::byte{0} : rest[size_t(offset) % rest.size()];
    }
    /// All of it holds this element.
    void fill_all(const HostType& type, const HostValue& value);
};

struct HostVariable;

struct HostValue {
    /// An `address` is that of a variable that is no struct; a `record` is a struct's value, where it lies;
    /// of a `lambda` `whole` is the token where its body begins.
    enum class Kind : uint8_t { unknown, number, dim3, pointer, address, record, lambda };

    Kind kind = Kind::unknown;
    bool floating = false;
    bool drawn = false;   ///< from rand() or a clock
    bool unset = false;   ///< of a pointer that was declared and given no value
    int32_t rounded = 0;  ///< of a 0: which division of whole numbers rounded down to it, from 1; 0: none
    int64_t whole = 0;
    double real = 0;
    std::array<int64_t, 3> sides = {1, 1, 1};   ///< of a dim3
    std::array<int32_t, 3> rounded_sides = {};  ///< of each as `rounded`
    std::shared_ptr<HostArray> array = {};      ///< of a pointer; null: nullptr
    int64_t offset = 0;                         ///< of a pointer or struct, in bytes
    HostType to = {};                           ///< what a pointer leads to, or the struct
    HostVariable* variable = nullptr;           ///< of an address

    static HostValue of(int64_t value);
    static HostValue of(double value);
    static HostValue pointer(std::shared_ptr<HostArray> to, const HostType& type = {}, int64_t offset = 0);
    static HostValue record(std::shared_ptr<HostArray> in, const HostType& type, int64_t offset = 0);
    bool is_number() const { return kind == Kind::number; }
    bool known() const { return kind != Kind::unknown; }
    /// Whether it is a pointer to something.
    bool leads() const { return kind == Kind::pointer && array != nullptr; }
    double as_real() const { return floating ? real : double(whole); }
    int64_t as_whole() const;
    bool truth() const { return is_number() ? as_real() != 0 : kind == Kind::pointer && array != nullptr; }
};

/// A name: of a value of its own, or of a place in an array (a struct's member, a reference).
struct HostVariable {
    HostType type;
    HostValue value;
    std::shared_ptr<HostArray> place = {};
    int64_t offset = 0;
};

/// rand() of glibc, so that a program gets the numbers that it gets on a machine with a GPU.
class GlibcRandom {
  public:
    explicit GlibcRandom(uint32_t seed = 1);
    int64_t next();

  private:
    std::array<uint32_t, 31> state_ = {};
    size_t at_ = 3;
};

/// `left op right` as C++ has it for whole numbers of 64 bits and doubles; unknown if an operand is, or for a
/// division by zero.
HostValue apply(const std::string& op, const HostValue& left, const HostValue& right);

/// The value that a variable of the type takes.
HostValue converted(HostValue value, const HostType& type);

/// What lies `offset` bytes into the array.
HostValue read(const std::shared_ptr<HostArray>& array, int64_t offset, const HostType& type);
void write(HostArray& array, int64_t offset, const HostType& type, const HostValue& value);
/// `bytes` from one place to the other, and what is known of them.
void copy_bytes(HostArray& to, int64_t to_offset, const HostArray& from, int64_t from_offset, int64_t bytes);

}  // namespace upsweep::programs
