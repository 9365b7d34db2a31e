// Types of the kernel language, interned: two equal types are one object, so they compare by address.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/element_type.h"
#include "core/extent.h"
#include "core/ranges.h"

namespace upsweep::emulator {

enum class TypeKind : uint8_t { void_type, scalar, vector, pointer, array, structure, function };

struct Type;

/// A member of a struct, or a component of a vector.
struct Field {
    std::string name;
    const Type* type = nullptr;
    int64_t offset = 0;      ///< bytes from the start
    int64_t alignment = 1;   ///< bytes that alignas asks for; the type may want more
    bool reference = false;  ///< written as `T& name`: held as a pointer, its uses are dereferences
    bool is_base = false;    ///< what the struct inherits from
};

/// `const float` and `float` are two types; `plain` leads from the first to the second. Enumerations are i32
/// (or their underlying type), references are pointers with explicit `address` and `dereference` around them.
struct Type {
    TypeKind kind = TypeKind::void_type;
    ScalarType scalar = ScalarType::i32;  ///< of a scalar; of a vector: of one component
    bool is_const = false;
    bool is_volatile = false;
    int lanes = 1;                  ///< components of a vector (float4: 4)
    const Type* element = nullptr;  ///< what a pointer points to (with its qualifiers), an array's element,
                                    ///< what a function returns
    int64_t count = 0;              ///< elements of an array; 0 for `extern __shared__ T a[]`
    int64_t size = 0;               ///< bytes; 0 for void and unsized arrays
    int64_t alignment = 1;          ///< bytes
    std::string name;               ///< of a struct
    std::vector<Field> fields;      ///< of a struct, in order; of a vector: x, y, z, w; of a function what
                                    ///< it takes, without names
    bool gives_reference = false;   ///< of a function
    const Type* held_as = nullptr;  ///< of a union: what covers its bytes, and stands for it as a value
    const Type* plain = nullptr;    ///< the same without const and volatile (itself if it has none)

    bool is_void() const { return kind == TypeKind::void_type; }
    bool is_scalar() const { return kind == TypeKind::scalar; }
    bool is_pointer() const { return kind == TypeKind::pointer; }
    bool is_array() const { return kind == TypeKind::array; }
    bool is_floating() const { return is_scalar() && upsweep::is_floating(scalar); }
    bool is_integer() const { return is_scalar() && !upsweep::is_floating(scalar); }
    /// Held by value in registers as `lanes` scalars or one address.
    bool is_function_pointer() const { return is_pointer() && element->kind == TypeKind::function; }
    bool is_aggregate() const { return kind == TypeKind::array || kind == TypeKind::structure; }
};

/// A char of whatever sign: what text consists of.
bool is_character(const Type& type);
/// A pointer to characters.
bool is_text(const Type& type);

/// As a programmer writes it: "const float*", "unsigned int[32][33]", "float4".
std::string to_string(const Type& type);

/// Makes types and keeps them alive.
class TypeTable {
  public:
    TypeTable();
    TypeTable& operator=(TypeTable&&) = delete;

    const Type* void_type() const { return void_; }
    const Type* scalar(ScalarType type) const { return nth(scalars_, type); }
    const Type* vector(ScalarType component, int lanes);
    const Type* pointer(const Type* pointee);
    const Type* array(const Type* element, int64_t count);
    /// Only pointers to functions are values; two functions are alike if they take and give the same.
    const Type* function(const Type* result, bool gives_reference, std::vector<Field> parameters);
    const Type* qualified(const Type* type, bool is_const, bool is_volatile);
    /// A new struct, not equal to any other; `complete` gives it its members.
    Type* structure(std::string name);
    /// Lays the fields out as C does. The qualified forms made so far follow.
    void complete(Type* structure, std::vector<Field> fields, int64_t alignment = 1);
    /// Likewise of a union: each field begins at its start.
    void complete_union(Type* structure, std::vector<Field> fields, int64_t alignment = 1);

  private:
    Type* add(Type type);
    void settle(const Type& form);
    const Type* words(int64_t size, int64_t alignment);

    std::deque<Type> types_;
    const Type* void_ = nullptr;
    const Type* scalars_[11] = {};
};

/// One scalar (or address) of a type: what one register holds.
struct Leaf {
    int64_t offset = 0;
    ScalarType type = ScalarType::i32;  ///< u64 for an address
    bool pointer = false;
    std::string name;              ///< ".x", ".left", "[2]"; empty for a scalar
    const Type* target = nullptr;  ///< of an address: the type that it points to
};
std::vector<Leaf> leaves_of(const Type& type);

/// Leaves that one access instruction moves: 1, or 2 or 4 components of an aligned vector, 16 bytes at most.
struct AccessGroup {
    int64_t offset = 0;
    ScalarType type = ScalarType::i32;
    int count = 1;
};
/// In the order of leaves_of.
std::vector<AccessGroup> access_groups(const Type& type);

/// The scalar that an array, struct or vector is made of: u32 or u8 where it is made of several kinds.
ScalarType element_of(const Type& type);

/// Columns and rows of an array as it is declared, in scalars of element_of: T a[rows][columns].
Extent extent_of(const Type& type);

/// Arrays, unions and what holds some: a variable of these lies in memory, so that its parts have addresses.
bool needs_memory(const Type& type);

}  // namespace upsweep::emulator
