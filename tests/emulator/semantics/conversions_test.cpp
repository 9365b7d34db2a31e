// The usual arithmetic conversions and constant folding, against the host's compiler for all pairs of types.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/helpers/source.h"

// This warning is about just what is tested here.
#pragma GCC diagnostic ignored "-Wsign-compare"

namespace upsweep::emulator {

namespace {

using Scalars =
    std::tuple<bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, float, double>;

template <typename F, size_t... I>
void for_each_scalar(F&& f, std::index_sequence<I...>) {
    (f(std::tuple_element_t<I, Scalars>{}), ...);
}
template <typename F>
void for_each_scalar(F&& f) {
    for_each_scalar(f, std::make_index_sequence<std::tuple_size_v<Scalars>>{});
}

template <typename T>
std::string name() {
    return std::string(cuda_name_of(scalar_type_of<T>()));
}

/// The value that is assigned in `{ auto r = EXPRESSION; }` over parameters a and b.
const Expression& value_of(const std::shared_ptr<const Program>& program) {
    return *program->entry->body->children.at(0)->value;
}

template <typename A, typename B>
void expect_common_type() {
    const std::string head = "__global__ void f(" + name<A>() + " a, " + name<B>() + " b) { ";
    const auto type_of = [&](const std::string& expression) {
        return value_of(compile_text(head + "auto r = " + expression + "; }")).type->scalar;
    };
    const std::string pair = name<A>() + ", " + name<B>();
    using Sum = decltype(std::declval<A>() + std::declval<B>());
    EXPECT_EQ(type_of("a + b"), scalar_type_of<Sum>()) << pair;
    EXPECT_EQ(type_of("a < b"), ScalarType::boolean) << pair;
    using Choice = std::remove_cvref_t<decltype(true ? std::declval<A>() : std::declval<B>())>;
    EXPECT_EQ(type_of("a > b ? a : b"), scalar_type_of<Choice>()) << pair;
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
        using Shifted = decltype(std::declval<A>() << std::declval<B>());
        EXPECT_EQ(type_of("a << b"), scalar_type_of<Shifted>()) << pair;
        EXPECT_EQ(type_of("a & b"), scalar_type_of<Sum>()) << pair;
    }
    if constexpr (!std::is_same_v<A, bool>) {
        const auto program = compile_text(head + "a += b; }");
        EXPECT_EQ(value_of(program).computation->scalar, scalar_type_of<Sum>()) << pair;
        EXPECT_EQ(value_of(program).type->scalar, scalar_type_of<A>()) << pair;
    }
}

template <typename A, typename B>
void expect_folded(const std::string& a_text, const std::string& b_text, A a, B b) {
    const std::string left = "((" + name<A>() + ")" + a_text + ")";
    const std::string right = "((" + name<B>() + ")" + b_text + ")";
    const auto fold = [&](const std::string& operation) {
        const auto program =
            compile_text("__global__ void f() { auto r = " + left + " " + operation + " " + right + "; }");
        EXPECT_EQ(value_of(program).kind, ExpressionKind::constant);
        return value_of(program).bits;
    };
    const std::string what = left + " ? " + right;
    EXPECT_EQ(fold("+"), arithmetic::to_bits(a + b)) << what;
    EXPECT_EQ(fold("-"), arithmetic::to_bits(a - b)) << what;
    EXPECT_EQ(fold("*"), arithmetic::to_bits(a * b)) << what;
    EXPECT_EQ(fold("/"), arithmetic::to_bits(a / b)) << what;
    EXPECT_EQ(fold("=="), arithmetic::to_bits(a == b)) << what;
    if constexpr (std::is_integral_v<A> && std::is_integral_v<B>) {
        EXPECT_EQ(fold("%"), arithmetic::to_bits(a % b)) << what;
        EXPECT_EQ(fold("^"), arithmetic::to_bits(a ^ b)) << what;
        EXPECT_EQ(fold(">>"), arithmetic::to_bits(a >> b)) << what;
    }
}

}  // namespace

TEST(Conversions, OfAllPairsAreThoseOfCpp) {
    for_each_scalar(
        [](auto a) { for_each_scalar([&](auto b) { expect_common_type<decltype(a), decltype(b)>(); }); });
}

TEST(Conversions, ConstantsAreFoldedAsCppDoes) {
    for_each_scalar([](auto a) {
        for_each_scalar([&](auto b) {
            using A = decltype(a);
            using B = decltype(b);
            expect_folded<A, B>("100", "7", static_cast<A>(100), static_cast<B>(7));
            expect_folded<A, B>("1", "3", static_cast<A>(1), static_cast<B>(3));
        });
    });
    expect_folded<int32_t, uint32_t>("-1", "2", -1, 2u);
    expect_folded<int8_t, int64_t>("-128", "3", int8_t{-128}, int64_t{3});
}
}  // namespace upsweep::emulator
