// Pieces of expressions with their types and, for whole numbers, bounds of their values, so that what C++
// leaves undefined is written another way.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace upsweep::conformance {

using Wide = __int128;

struct Type {
    const char* name;        ///< in CUDA C++
    const char* short_name;  ///< its variables are called short_name0 …
    int bits;
    bool is_signed, floating;
};

enum : int { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
constexpr std::array<Type, 11> types = {{
    {"bool", "b", 1, false, false},
    {"signed char", "c", 8, true, false},
    {"unsigned char", "uc", 8, false, false},
    {"short", "s", 16, true, false},
    {"unsigned short", "us", 16, false, false},
    {"int", "i", 32, true, false},
    {"unsigned", "u", 32, false, false},
    {"long long", "l", 64, true, false},
    {"unsigned long long", "ul", 64, false, false},
    {"float", "f", 32, true, true},
    {"double", "d", 64, true, true},
}};

inline bool floating(int type) { return type >= f32; }
Wide lowest(int type);
Wide highest(int type);
inline const char* name(int type) { return types[type].name; }
/// Of int and long long.
inline int unsigned_of(int type) { return type + 1; }
inline int promoted(int type) { return type < i32 ? i32 : type; }
inline int common(int a, int b) { return std::max(promoted(a), promoted(b)); }

/// An expression with its type and, for whole numbers, bounds of its value.
struct Expression {
    std::string text;
    int type = i32;
    Wide low = 0, high = 0;
};

/// An expression that may have any value of its type.
Expression full(std::string text, int type);
/// The bounds after a conversion to `type`.
void convert(Expression& e, int type);
/// Floats become whole numbers only inside the type's range. `spelled` is another name of the type.
Expression cast(const Expression& e, int to, std::string_view spelled = {});
/// + - * of whole numbers: where it might overflow as unsigned numbers, which wrap.
Expression arithmetic(Expression x, Expression y, char sign);
/// / and % of whole numbers, never by zero.
Expression division(Expression x, Expression y, char sign);
/// & | ^
Expression bits(const Expression& x, const Expression& y, char sign);
/// << and >> by less than the type's bits.
Expression shift(const Expression& x, const Expression& y, bool left);

/// Stores a value's 64 bits; a NaN's are all ones but the sign.
std::string store(const Expression& e, int index);

}  // namespace upsweep::conformance
