// A walker over typed trees of scalars: enough for constexpr functions such as pad(index) or log2(n).
#include "emulator/semantics/typed.h"

#include <unordered_map>
#include <utility>

#include "emulator/arithmetic/arithmetic.h"

namespace upsweep::emulator {

namespace {

/// Thrown where a constant cannot be had.
struct NoConstant {};

class Evaluator {
  public:
    uint64_t call(const Expression& call) {
        if (++depth_ > 20 || call.function->body == nullptr) throw NoConstant{};
        std::unordered_map<const Variable*, uint64_t> frame;
        for (size_t i = 0; i < call.operands.size(); ++i)
            frame[call.function->parameters[i]] = value(*call.operands[i]);
        std::swap(frame, variables_);
        result_ = 0;
        if (run(*call.function->body) != Flow::returned) throw NoConstant{};
        std::swap(frame, variables_);
        --depth_;
        return result_;
    }

  private:
    enum class Flow { on, broken, continued, returned };

    Flow run(const TypedStatement& statement) {
        if (++steps_ > 100'000) throw NoConstant{};
        switch (statement.kind) {
            using enum StatementKind;
            case block:
                for (const TypedStatement* child : statement.children)
                    if (const Flow flow = run(*child); flow != Flow::on) return flow;
                return Flow::on;
            case expression:
                value(*statement.value);
                return Flow::on;
            case declare:
                if (statement.value != nullptr) variables_[statement.variable] = value(*statement.value);
                return Flow::on;
            case if_else:
                if (value(*statement.condition) != 0) return run(*statement.children[0]);
                return statement.children.size() > 1 ? run(*statement.children[1]) : Flow::on;
            case for_loop:
            case while_loop:
            case do_loop:
                return loop(statement);
            case break_out:
                return Flow::broken;
            case continue_loop:
                return Flow::continued;
            case return_function:
                if (statement.value == nullptr) throw NoConstant{};
                result_ = value(*statement.value);
                return Flow::returned;
            case switch_case:
            case stop:
            case jump_to:
            case label:
            case try_block:
                break;
        }
        throw NoConstant{};
    }

    bool goes_on(const TypedStatement& loop) {
        if (loop.declared != nullptr) run(*loop.declared);
        return loop.condition == nullptr || value(*loop.condition) != 0;
    }

    Flow loop(const TypedStatement& statement) {
        if (statement.first != nullptr) run(*statement.first);
        bool first = statement.kind == StatementKind::do_loop;
        while (first || goes_on(statement)) {
            first = false;
            const Flow flow = run(*statement.children[0]);
            if (flow == Flow::returned) return flow;
            if (flow == Flow::broken) break;
            if (statement.step != nullptr) value(*statement.step);
        }
        return Flow::on;
    }

    uint64_t& place(const Expression& expression) {
        if (++steps_ > 100'000) throw NoConstant{};
        switch (expression.kind) {
            using enum ExpressionKind;
            case variable:
                if (const auto found = variables_.find(expression.variable); found != variables_.end())
                    return found->second;
                throw NoConstant{};
            case assign: {
                const uint64_t bits = value(*expression.b);
                return place(*expression.a) = bits;
            }
            case compound_assign:
                return compound(expression);
            case increment: {
                if (!expression.type->is_scalar()) throw NoConstant{};
                uint64_t& at = place(*expression.a);
                return at = stepped(expression, at);
            }
            default:
                throw NoConstant{};
        }
    }

    static uint64_t stepped(const Expression& increment, uint64_t bits) {
        const ScalarType type = increment.type->scalar;
        const uint64_t one = arithmetic::convert_bits(ScalarType::i32, type, 1);
        return arithmetic::apply_bits(increment.bytes > 0 ? BinaryOperation::add : BinaryOperation::subtract,
                                      type, bits, one);
    }

    uint64_t& compound(const Expression& expression) {
        if (expression.computation == nullptr) throw NoConstant{};
        const uint64_t amount = value(*expression.b);
        uint64_t& at = place(*expression.a);
        const ScalarType type = expression.type->scalar;
        const ScalarType computation = expression.computation->scalar;
        const uint64_t wide = arithmetic::convert_bits(type, computation, at);
        const uint64_t result = arithmetic::apply_bits(expression.operation, computation, wide, amount);
        return at = arithmetic::convert_bits(computation, type, result);
    }

    uint64_t value(const Expression& expression) {
        if (++steps_ > 100'000 || (!expression.type->is_scalar() && !expression.type->is_void()))
            throw NoConstant{};
        switch (expression.kind) {
            case ExpressionKind::constant:
                return expression.bits;
            case ExpressionKind::load:
                return place(*expression.a);
            case ExpressionKind::convert:
                return converted(expression);
            case ExpressionKind::conditional:
                return value(*expression.a) != 0 ? value(*expression.b) : value(*expression.c);
            case ExpressionKind::comma:
                value(*expression.a);
                return value(*expression.b);
            case ExpressionKind::call:
                return call(expression);
            case ExpressionKind::increment:
            case ExpressionKind::assign:
            case ExpressionKind::compound_assign:
                return changed(expression);
            case ExpressionKind::binary: {
                if (!expression.a->type->is_scalar()) throw NoConstant{};
                const uint64_t left = value(*expression.a);
                return arithmetic::apply_bits(expression.operation, expression.a->type->scalar, left,
                                              value(*expression.b));
            }
            default:
                return truth_or_sign(expression);
        }
    }

    uint64_t converted(const Expression& expression) {
        if (expression.type->is_void()) return value(*expression.a) & 0;
        if (!expression.a->type->is_scalar()) throw NoConstant{};
        return arithmetic::convert_bits(expression.a->type->scalar, expression.type->scalar,
                                        value(*expression.a));
    }

    /// The value of something that changes a variable: the new one, of x++ the old one.
    uint64_t changed(const Expression& expression) {
        if (expression.kind != ExpressionKind::increment || !expression.postfix) return place(expression);
        uint64_t& at = place(*expression.a);
        const uint64_t old = at;
        at = stepped(expression, at);
        return old;
    }

    uint64_t truth_or_sign(const Expression& expression) {
        switch (expression.kind) {
            using enum ExpressionKind;
            case negate:
                return arithmetic::negate_bits(expression.type->scalar, value(*expression.a));
            case complement:
                return arithmetic::complement_bits(expression.type->scalar, value(*expression.a));
            case logical_not:
                return value(*expression.a) == 0 ? 1 : 0;
            case logical_and:
                return value(*expression.a) != 0 && value(*expression.b) != 0 ? 1 : 0;
            case logical_or:
                return value(*expression.a) != 0 || value(*expression.b) != 0 ? 1 : 0;
            default:
                throw NoConstant{};
        }
    }

    std::unordered_map<const Variable*, uint64_t> variables_;
    uint64_t result_ = 0;
    int depth_ = 0;
    int steps_ = 0;
};

}  // namespace

std::optional<uint64_t> evaluate(const Expression& call) {
    try {
        return Evaluator().call(call);
    } catch (const NoConstant&) {
        return std::nullopt;
    }
}

}  // namespace upsweep::emulator
