// The parser's footing: the tokens, what is refused by name, and how to go on after an error.
#include "emulator/parser.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "emulator/builtin_table.h"

namespace upsweep::emulator {

namespace {

struct Refusal {
    std::string_view word;
    std::string_view advice;
};

constexpr std::array refusals = {
    Refusal{"goto", "Use a loop."},
    Refusal{"asm", "Write the computation in CUDA C++."},
    Refusal{"__asm__", "Write the computation in CUDA C++."},
    Refusal{"union", "Use a struct, or __float_as_int and its family to look at bits."},
    Refusal{"new", "Use an array of fixed size, or pass a buffer."},
    Refusal{"delete", "Use an array of fixed size, or pass a buffer."},
    Refusal{"throw", "Return a value that says what went wrong."},
    Refusal{"try", "Return a value that says what went wrong."},
    Refusal{"catch", "Return a value that says what went wrong."},
    Refusal{"virtual", "Choose the function with a template parameter, or with switch."},
    Refusal{"namespace", "Declare it outside of functions."},
    Refusal{"dynamic_cast", "Use static_cast."},
    Refusal{"typeid", "Use a definition that names the type."},
    Refusal{"thread_local", "Every local variable is a thread's own already."},
    Refusal{"co_await", "Use a loop."},
    Refusal{"co_yield", "Use a loop."},
    Refusal{"co_return", "Use a loop."},
    Refusal{"concept", "Use a plain template parameter."},
    Refusal{"requires", "Use a plain template parameter."},
    Refusal{"wchar_t", "Use an integer type."},
};

/// Types of CUDA's that are not emulated. They are no words of the language: a variable may be named `half`.
constexpr std::array other_types = {
    Refusal{"half", "16-bit floats are not emulated. Use float."},
    Refusal{"__half", "16-bit floats are not emulated. Use float."},
    Refusal{"half2", "16-bit floats are not emulated. Use float2."},
    Refusal{"__half2", "16-bit floats are not emulated. Use float2."},
    Refusal{"__nv_bfloat16", "16-bit floats are not emulated. Use float."},
    Refusal{"texture", "Textures are not emulated. Pass a pointer."},
    Refusal{"cudaTextureObject_t", "Textures are not emulated. Pass a pointer."},
    Refusal{"cudaSurfaceObject_t", "Surfaces are not emulated. Pass a pointer."},
    Refusal{"cuComplex", "Write a struct of two floats, or use float2."},
    Refusal{"cuFloatComplex", "Write a struct of two floats, or use float2."},
    Refusal{"curandState",
            "Random numbers of a library are not emulated. Compute them from the thread's number."},
    Refusal{"cub",
            "Libraries are not emulated. Write the scan or reduction with shuffles and shared memory."},
    Refusal{"thrust", "Libraries are not emulated. Write the loop yourself."},
    Refusal{"nvcuda", "Tensor cores are not emulated. Multiply in a loop."},
    Refusal{"wmma", "Tensor cores are not emulated. Multiply in a loop."},
    Refusal{"barrier", "Barriers as objects are not emulated. Use __syncthreads()."},
    Refusal{"pipeline", "Asynchronous copies are not emulated. Load, then wait at a barrier."},
    Refusal{"clock_t", "Time does not pass here as it does on a GPU: count steps instead."},
};

}  // namespace

void Parser::fail_unknown_type(const SourceRange& where, std::string_view name) {
    const auto* found = std::find_if(other_types.begin(), other_types.end(),
                                     [&](const Refusal& refusal) { return refusal.word == name; });
    diagnostics_.fail(where,
                      "The type `" + std::string(name) + "` is not known here." +
                          (found == other_types.end() ? std::string() : " " + std::string(found->advice)));
}

std::string Parser::advice_for(std::string_view word) {
    const auto* found = std::find_if(refusals.begin(), refusals.end(),
                                     [&](const Refusal& refusal) { return refusal.word == word; });
    if (found == refusals.end()) return {};
    return "`" + std::string(word) + "` is not part of the kernel language here. " +
           std::string(found->advice);
}

void Parser::start(const Item& item) {
    position_ = item.begin;
    end_ = item.end;
    nesting_ = 0;
    angle_pending_ = 0;
    in_template_argument_ = false;
    local_types_.clear();
    end_token_ = {};
    // What is missing at the end is missing behind the last token.
    end_token_.where = tokens_[end_ > 0 ? end_ - 1 : 0].where;
    end_token_.where.line = end_token_.where.end_line;
    end_token_.where.column = end_token_.where.end_column;
}

const Token& Parser::peek(std::size_t ahead) const {
    return position_ + ahead < end_ ? tokens_[position_ + ahead] : end_token_;
}

const Token& Parser::take() {
    const Token& token = peek();
    if (position_ < end_) ++position_;
    return token;
}

bool Parser::take_if(std::string_view text) {
    if (!is(text)) return false;
    ++position_;
    return true;
}

const Token& Parser::expect(std::string_view text, const std::string& after) {
    if (is(text)) return take();
    // Something missing is missing behind what was read, not where the next token happens to stand.
    const bool closes = text == ";" || text == ")" || text == "]" || text == "}";
    const bool elsewhere = advice_for(peek().text).empty() || peek().first_on_line;
    if (closes && elsewhere && position_ > 0) {
        SourceRange where = previous().where;
        where.line = where.end_line;
        where.column = where.end_column;
        where.end_column = where.column + 1;
        if (text == ";" && peek().first_on_line) {
            // What was read is whole, and the next line is the next statement.
            diagnostics_.report(where, "`;` is missing after " + after + ".");
            return previous();
        }
        diagnostics_.fail(where, "`" + std::string(text) + "` is missing after " + after + ".");
    }
    fail_unexpected("`" + std::string(text) + "` after " + after);
}

void Parser::expect_angle(const Token& open) {
    if (angle_pending_ > 0) {
        --angle_pending_;
        ++position_;
    } else if (is(">>")) {
        ++angle_pending_;
    } else if (!take_if(">")) {
        diagnostics_.fail(open.where, "This `<` has no `>` that closes it.");
    }
}

void Parser::fail_at(const Token& token, const std::string& message) {
    diagnostics_.fail(token.where, message);
}

void Parser::fail_unexpected(const std::string& wanted) {
    const Token& token = peek();
    if (const std::string advice = advice_for(token.text); !advice.empty()) fail(advice);
    if (token.kind == TokenKind::end) fail("The text ends where " + wanted + " is expected.");
    if (token.kind == TokenKind::unknown && (token.is("\"") || token.text == "\"" || token.text == "'"))
        fail("This quotation has no end on its line.");
    fail("`" + std::string(token.text) + "` stands where " + wanted + " is expected.");
}

/// From an opening bracket to one past its closing one; braces count only braces.
void Parser::skip_brackets() {
    const bool brace = is("{");
    int braces = 0;
    int others = 0;
    while (!at_end()) {
        if (is("}") && braces == 0) return;
        const Token& token = take();
        if (token.is("{")) ++braces;
        if (token.is("}")) --braces;
        if (token.is("(") || token.is("[")) ++others;
        if (token.is(")") || token.is("]")) --others;
        if (braces == 0 && (brace || others <= 0)) return;
    }
}

/// To where the next statement begins: past the next `;`, or before the `}` that ends the block.
void Parser::skip_statement() {
    angle_pending_ = 0;
    in_template_argument_ = false;
    while (!at_end() && !is("}")) {
        if (take_if(";")) return;
        if (is("{")) {
            skip_brackets();
            if (!is(";") && !is(")") && !is(",")) return;
        } else {
            take();
        }
    }
}

/// std::size_t, detail::pad, ::f: a kernel's text is one space of names.
void Parser::skip_qualifiers() {
    take_if("::");
    while (peek().kind == TokenKind::identifier && is("::", 1) && !is_type_name(peek())) {
        const bool known = !is("std") || starts_type(2) || find_builtin(peek(2).text) ||
                           !outline_.find(peek(2).text).empty();
        if (!known)
            fail("`std::" + std::string(peek(2).text) +
                 "` is not part of the kernel language here. Use arrays, pointers and plain functions.");
        position_ += 2;
    }
}

}  // namespace upsweep::emulator
