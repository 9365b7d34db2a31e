// The one reader of expressions: breakpoints' conditions, lessons' arithmetic and exercises' sums are read
// into a tree here; each works it out with values of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace upsweep {

/// What an expression may hold beside numbers, + - * / and brackets.
struct Grammar {
    bool whole = false;     ///< numbers are digits alone, up to 2^53
    bool names = false;     ///< n, width
    bool terms = false;     ///< [any text]
    bool log2 = false;      ///< log2(…)
    bool negative = false;  ///< - before a value
    /// C's further operators, ! % < <= > >= == != && ||; names hold dots, and may be followed by [index];
    /// numbers may end in u, l or f.
    bool like_c = false;
};

/// Each operation follows its operands, so one pass from the first node computes it.
struct Expression {
    enum class Kind : uint8_t { number, name, element, negative, inverse, log2, binary };
    enum class Sign : uint8_t {
        times,
        over,
        rest,
        plus,
        minus,
        less,
        less_equal,
        greater,
        greater_equal,
        equal,
        unequal,
        both,
        either,
    };
    struct Node {
        Kind kind = Kind::number;
        Sign sign = Sign::plus;
        double number = 0;
        size_t name = 0;            ///< of a name, a term, an element: position in `names`
        int left = -1, right = -1;  ///< positions in `nodes`; of an element `left` is the index
    };
    std::vector<Node> nodes;  ///< the last one is the whole
    std::vector<std::string> names;
};

/// what() continues a sentence after "it" or from the text in quotes: "ends too early".
class NoExpression : public Error {
  public:
    using Error::Error;
};

/// Throws NoExpression.
Expression parse_expression(std::string_view text, const Grammar& grammar);

}  // namespace upsweep
