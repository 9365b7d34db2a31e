// Arithmetic of host code.
#include "programs/host_value.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace upsweep::programs {

HostValue HostValue::of(int64_t value) {
    HostValue made;
    made.kind = Kind::number;
    made.whole = value;
    return made;
}

HostValue HostValue::of(double value) {
    HostValue made;
    made.kind = Kind::number;
    made.floating = true;
    made.real = value;
    return made;
}

HostValue HostValue::pointer(std::shared_ptr<HostArray> to, const HostType& type, int64_t offset) {
    HostValue made;
    made.kind = Kind::pointer;
    made.array = std::move(to);
    made.to = type;
    made.offset = offset;
    return made;
}

HostValue HostValue::record(std::shared_ptr<HostArray> in, const HostType& type, int64_t offset) {
    HostValue made = pointer(std::move(in), type, offset);
    made.kind = Kind::record;
    return made;
}

int64_t HostValue::as_whole() const {
    if (!floating) return whole;
    constexpr double most = 9.2e18;
    return std::isnan(real) ? 0 : int64_t(std::fmin(std::fmax(real, -most), most));
}

GlibcRandom::GlibcRandom(uint32_t seed) {
    // An additive generator, x[i] = x[i - 3] + x[i - 31], begun by a linear one modulo 2^31 - 1.
    int64_t word = seed == 0 ? 1 : int32_t(seed);
    for (uint32_t& one : state_) {
        one = uint32_t(word);
        word = 16807 * word % 2147483647;
        if (word < 0) word += 2147483647;
    }
    for (int warming = 0; warming < 310; ++warming) next();
}

int64_t GlibcRandom::next() {
    uint32_t& oldest = state_[at_];
    oldest += state_[(at_ + 28) % 31];
    at_ = (at_ + 1) % 31;
    return oldest >> 1;
}

namespace {

int64_t wrapped(int64_t a, int64_t b, char op) {
    const auto x = uint64_t(a), y = uint64_t(b);
    return int64_t(op == '+' ? x + y : op == '-' ? x - y : x * y);
}

/// Without a divisor of 0, and without the one quotient that does not fit.
bool can_divide(int64_t a, int64_t b) {
    return b != 0 && !(b == -1 && a == std::numeric_limits<int64_t>::min());
}

HostValue whole_result(const std::string& op, int64_t a, int64_t b) {
    using V = HostValue;
    if (op == "+" || op == "-" || op == "*") return V::of(wrapped(a, b, op[0]));
    if (op == "/") return can_divide(a, b) ? V::of(a / b) : V();
    if (op == "%") return can_divide(a, b) ? V::of(a % b) : V();
    if (op == "&") return V::of(a & b);
    if (op == "|") return V::of(a | b);
    if (op == "^") return V::of(a ^ b);
    if (b < 0 || b > 63) return V();
    if (op == "<<") return V::of(int64_t(uint64_t(a) << b));
    if (op == ">>") return V::of(a >> b);
    return V();
}

HostValue real_result(const std::string& op, double a, double b) {
    using V = HostValue;
    if (op == "+") return V::of(a + b);
    if (op == "-") return V::of(a - b);
    if (op == "*") return V::of(a * b);
    if (op == "/") return V::of(a / b);
    return V();
}

std::optional<bool> compared(const std::string& op, const HostValue& left, const HostValue& right) {
    const bool real = left.floating || right.floating;
    const auto order = [&]() -> int {
        if (real) return left.as_real() < right.as_real() ? -1 : left.as_real() > right.as_real();
        return left.whole < right.whole ? -1 : left.whole > right.whole;
    };
    if (op == "<") return order() < 0;
    if (op == ">") return order() > 0;
    if (op == "<=") return order() <= 0;
    if (op == ">=") return order() >= 0;
    if (op == "==") return order() == 0;
    if (op == "!=") return order() != 0;
    if (op == "&&") return left.truth() && right.truth();
    if (op == "||") return left.truth() || right.truth();
    return {};
}

HostValue moved(HostValue pointer, int64_t by) {
    pointer.offset = place_of(pointer.offset, by, std::max<int64_t>(1, size_of(pointer.to)));
    return pointer;
}

}  // namespace

HostValue apply(const std::string& op, const HostValue& left, const HostValue& right) {
    if (left.kind == HostValue::Kind::pointer && right.is_number()) {
        if (op == "+") return moved(left, right.as_whole());
        if (op == "-") return moved(left, wrapped(0, right.as_whole(), '-'));
    }
    if (left.kind == HostValue::Kind::pointer && right.kind == HostValue::Kind::pointer) {
        const bool same = left.array == right.array && left.offset == right.offset;
        if (op == "==") return HostValue::of(int64_t{same});
        if (op == "!=") return HostValue::of(int64_t{!same});
        if (op == "-" && left.array == right.array)
            return HostValue::of((left.offset - right.offset) / std::max<int64_t>(1, size_of(left.to)));
    }
    if (!left.is_number() || !right.is_number()) return {};
    HostValue result;
    if (const std::optional<bool> truth = compared(op, left, right))
        result = HostValue::of(int64_t{*truth});
    else if (left.floating || right.floating)
        result = real_result(op, left.as_real(), right.as_real());
    else
        result = whole_result(op, left.whole, right.whole);
    result.drawn = left.drawn || right.drawn;
    if (result.as_real() == 0) result.rounded = std::max(left.rounded, right.rounded);
    return result;
}

HostValue converted(HostValue value, const HostType& type) {
    if (type.pointers > 0) {
        if (value.is_number() && value.as_whole() == 0) return HostValue::pointer(nullptr);
        if (value.kind != HostValue::Kind::pointer) return value;
        HostType to = type;
        --to.pointers;
        to.is_array = false;
        // A void* takes over what is known.
        if (size_of(to) == 0) return value;
        value.to = to;
        if (value.array && size_of(value.array->element) == 0) value.array->element = to;
        return value;
    }
    if (type.is_vector || type.record != nullptr) return value;
    if (type.is_dim3) {
        if (!value.is_number()) return value;
        HostValue sides;
        sides.kind = HostValue::Kind::dim3;
        sides.sides = {value.as_whole(), 1, 1};
        sides.rounded_sides[0] = value.rounded;
        return sides;
    }
    if (!value.is_number() || type.bytes == 0) return value;
    const bool drawn = value.drawn;
    const int32_t rounded = value.rounded;
    if (type.floating) {
        const double real = value.as_real();
        value = HostValue::of(type.bytes == 4 ? double(float(real)) : real);
    } else {
        int64_t whole = value.as_whole();
        const int unused = type.bytes < 8 ? 64 - int(type.bytes) * 8 : 0;
        const uint64_t high = uint64_t(whole) << unused;
        whole = type.is_unsigned ? int64_t(high >> unused) : int64_t(high) >> unused;
        value = HostValue::of(whole);
    }
    value.drawn = drawn;
    value.rounded = rounded;
    return value;
}

}  // namespace upsweep::programs
