// A watched pass becomes values, each computed from those before.
#include <algorithm>

#include "core/ranges.h"
#include "emulator/arithmetic/lane_rows.h"
#include "emulator/host/host_machine.h"

namespace upsweep::emulator {
namespace {

LaneFunction on_i32(BinaryOperation operation) { return binary_function(operation, ScalarType::i32); }

// As the loop over instructions computes, whose NaNs are the processor's.
const LaneFunction added_f32 = vector_rows<float>([](float a, float b) { return a + b; });
const LaneFunction multiplied_f32 = vector_rows<float>([](float a, float b) { return a * b; });

}  // namespace

HostLoop::Value HostLoop::add(Held held) {
    constexpr size_t most = 160;
    if (values_.size() == most) throw Refused();
    held.order = checks_.size() + stores_.size() + values_.size();
    values_.push_back(held);
    return Value(values_.size() - 1);
}

HostLoop::Value HostLoop::constant(uint64_t bits) {
    const auto [known, is_new] = constants_.try_emplace(bits);
    if (!is_new) return known->second;
    Held held;
    held.kind = Kind::constant;
    held.bits = bits;
    held.even = true;
    return known->second = add(held);
}

HostLoop::Value HostLoop::computed(LaneFunction compute, Value a, Value b, Value c, bool adds_f32) {
    const auto [known, is_new] = known_.try_emplace({compute, a, b, c});
    if (!is_new) return known->second;
    Held held;
    held.compute = compute;
    held.a = a;
    held.b = b;
    held.c = c;
    held.adds_f32 = adds_f32;
    return known->second = add(held);
}

HostLoop::Value HostLoop::read(uint32_t reg) {
    if (const auto known = registers_.find(reg); known != registers_.end()) return known->second;
    Held held;
    held.kind = Kind::given;
    held.from = reg;
    return registers_[reg] = begun_[reg] = add(held);
}

void HostLoop::take(const WatchedInstruction& one, const HostInstruction* next, uint32_t next_base,
                    const HostMachine& machine) {
    const HostInstruction& in = *one.in;
    const auto at = [&](uint32_t reg) { return read(one.base + reg); };
    const auto put = [&](uint32_t reg, Value value) { registers_[one.base + reg] = value; };
    const auto load = [&](Value address) {
        Held held;
        held.kind = Kind::loaded;
        held.a = address;
        held.size = in.size;
        return add(held);
    };
    const auto store = [&](Value address, Value value) {
        stores_.push_back({address, value, in.size, checks_.size() + stores_.size() + values_.size(), false});
    };
    const auto moved = [&](Value from, uint64_t bytes) {
        return bytes == 0
                   ? from
                   : computed(binary_function(BinaryOperation::add, ScalarType::u64), from, constant(bytes));
    };
    const auto element = [&](ScalarType index) {
        return computed(address_function(index), at(in.a), at(in.b), constant(in.bits));
    };
    const auto check = [&](Value value, bool holds) { checks_.push_back({value, holds, false}); };
    const auto add_i32 = [&](Value a, Value b) { return computed(on_i32(BinaryOperation::add), a, b); };
    const auto less = [&] { return computed(on_i32(BinaryOperation::less), at(in.a), at(in.b)); };
    const bool goes_on = next == one.in + 1 && next_base == one.base;
    switch (in.op) {
        case HostOp::compute: {
            const Value a = at(in.a), b = in.count > 1 ? at(in.b) : 0, c = in.count > 2 ? at(in.c) : 0;
            return put(in.dst, computed(in.compute, a, b, c));
        }
        case HostOp::set:
            return put(in.dst, constant(in.bits));
        case HostOp::copy:
            return put(in.dst, at(in.a));
        case HostOp::add:
            return put(in.dst, moved(at(in.a), in.bits));
        case HostOp::add_i32:
            return put(in.dst, add_i32(at(in.a), at(in.b)));
        case HostOp::add_i32_bits:
            return put(in.dst, add_i32(at(in.a), constant(uint32_t(in.bits))));
        case HostOp::subtract_i32:
            return put(in.dst, computed(on_i32(BinaryOperation::subtract), at(in.a), at(in.b)));
        case HostOp::multiply_i32:
            return put(in.dst, computed(on_i32(BinaryOperation::multiply), at(in.a), at(in.b)));
        case HostOp::less_i32:
            return put(in.dst, less());
        case HostOp::index_i32:
            return put(in.dst, element(ScalarType::i32));
        case HostOp::index_u64:
            return put(in.dst, element(ScalarType::u64));
        case HostOp::widen:
            return put(in.dst, computed(convert_function(ScalarType::i32, ScalarType::i64), at(in.a)));
        case HostOp::add_f32:
            return put(in.dst, computed(added_f32, at(in.a), at(in.b), 0, true));
        case HostOp::multiply_f32:
            return put(in.dst, computed(multiplied_f32, at(in.a), at(in.b)));
        case HostOp::convert_i32_f32:
            return put(in.dst, computed(convert_function(ScalarType::i32, ScalarType::f32), at(in.a)));
        case HostOp::load:
            return put(in.dst, load(moved(at(in.a), in.bits)));
        case HostOp::load_element:
            put(in.c, element(ScalarType::i32));
            return put(in.dst, load(at(in.c)));
        case HostOp::store:
            return store(moved(at(in.a), in.bits), at(in.b));
        case HostOp::store_element:
            put(in.c, element(ScalarType::i32));
            return store(at(in.c), at(in.dst));
        case HostOp::multiply_add_i32: {
            put(in.c, computed(on_i32(BinaryOperation::multiply), at(in.a), at(in.b)));
            return put(in.dst, add_i32(at(in.c), at(uint32_t(in.bits))));
        }
        case HostOp::add_product_f32: {
            put(in.c, computed(multiplied_f32, at(in.a), at(in.b)));
            return put(in.dst, computed(added_f32, at(uint32_t(in.bits)), at(in.c), 0, true));
        }
        case HostOp::local: {
            if (one.base != 0) throw Refused();
            const auto [known, is_new] = local_addresses_.try_emplace(in.c);
            if (is_new) {
                Held held;
                held.kind = Kind::address;
                held.from = in.c;
                held.even = true;
                known->second = add(held);
            }
            return put(in.dst, known->second);
        }
        case HostOp::check_set:
            checks_.push_back({at(in.a), true, true});
            return;
        case HostOp::jump:
            return;
        case HostOp::jump_if:
            return check(at(in.a), !goes_on);
        case HostOp::jump_if_not:
            return check(at(in.a), goes_on);
        case HostOp::jump_unless_less_i32: {
            const Value value = less();
            put(in.dst, value);
            return check(value, goes_on);
        }
        case HostOp::repeat_if_less_i32: {
            const Value value = less();
            put(in.dst, value);
            return check(value, !goes_on);
        }
        case HostOp::assert_true:
            return check(at(in.a), true);
        case HostOp::call: {
            std::vector<Value> given;
            for (uint32_t i = 0; i < in.count; ++i) given.push_back(at(in.a + i));
            // An earlier call may have left values in the callee's registers.
            registers_.erase(registers_.lower_bound(next_base), registers_.end());
            for (uint32_t i = 0; i < in.count; ++i) registers_[next_base + i] = given[i];
            return;
        }
        case HostOp::native: {
            if (machine.code().natives[in.target].name != "rand") throw Refused();
            Held held;
            held.kind = Kind::drawn;
            held.from = uint32_t(in.target);
            draws_ = true;
            return put(in.dst, add(held));
        }
        default:
            throw Refused();
    }
}

/// Whether the one is the other and a number that is the same in every pass.
bool HostLoop::grows(Value last, Value from, int64_t& step, bool& wide) const {
    const Held& sum = values_[last];
    if (sum.kind != Kind::computed) return false;
    bool known = false, minus = false;
    for (const ScalarType type : {ScalarType::i32, ScalarType::u32, ScalarType::i64, ScalarType::u64})
        for (const BinaryOperation operation : {BinaryOperation::add, BinaryOperation::subtract}) {
            if (sum.compute != binary_function(operation, type)) continue;
            known = true;
            minus = operation == BinaryOperation::subtract;
            wide = size_of(type) == 8;
        }
    const bool first = sum.a == from, second = sum.b == from && !minus;
    if (!known || first == second) return false;
    const Held& by = values_[first ? sum.b : sum.a];
    if (by.kind != Kind::constant) return false;
    step = minus ? -int64_t(by.bits) : int64_t(by.bits);
    return true;
}

/// A place in memory that each pass adds to is as a register.
void HostLoop::find_sums() {
    for (Store& store : stores_) {
        if (!values_[store.address].even) continue;
        Held* sum = nullptr;
        for (Held& held : values_) {
            if (held.kind != Kind::loaded || held.a != store.address) continue;
            if (sum != nullptr || held.size != store.size || held.order > store.order) throw Refused();
            sum = &held;
        }
        const auto is_same = [&](const Store& other) { return other.address == store.address; };
        if (std::count_if(stores_.begin(), stores_.end(), is_same) != 1) throw Refused();
        if (sum == nullptr) continue;
        sum->kind = Kind::summed;
        sum->last = store.value;
        store.summed = true;
        // Only what fits the memory comes back.
        if (sum->size < 4) throw Refused();
    }
}

/// Which values are the same in every pass, which depend on the pass before, and in which order all are
/// computed.
void HostLoop::close() {
    for (const auto& [reg, value] : begun_) {
        const auto now = registers_.find(reg);
        const bool stays = now == registers_.end() || now->second == value;
        values_[value].even = stays;
        if (stays) continue;
        values_[value].kind = Kind::carried;
        values_[value].last = now->second;
    }
    // A missing operand is 0 too, so only those that the operation has are looked at.
    const auto all_operands = [&](const Held& held, auto is) {
        if (held.kind == Kind::loaded || held.kind == Kind::summed) return bool(is(held.a));
        return held.kind != Kind::computed || (is(held.a) && is(held.b) && is(held.c));
    };
    for (Held& held : values_)
        if (held.kind == Kind::computed)
            held.even = all_operands(held, [&](Value v) { return values_[v].even; });
    find_sums();
    for (size_t i = 0; i < values_.size(); ++i) {
        Held& held = values_[i];
        if (held.kind == Kind::carried) held.steps = grows(held.last, Value(i), held.step, held.wide);
    }
    // Behind what is carried along, or drawn: until nothing more is found.
    std::vector<bool> behind(values_.size()), before(values_.size());
    const auto is_source = [&](const Held& held) {
        return (held.kind == Kind::carried && !held.steps) || held.kind == Kind::summed ||
               held.kind == Kind::drawn;
    };
    for (size_t i = 0; i < values_.size(); ++i)
        behind[i] = is_source(values_[i]) || !all_operands(values_[i], [&](Value v) { return !behind[v]; });
    for (size_t i = values_.size(); i-- > 0;) {
        Held& held = values_[i];
        if (is_source(held)) {
            before[i] = true;
            if (held.kind != Kind::drawn && behind[held.last]) before[held.last] = true;
        }
    }
    // What leads to the end of a pass is made in turn; a carried value's end may come before others' ends.
    for (size_t round = 0; round < 2; ++round)
        for (size_t i = values_.size(); i-- > 0;) {
            const Held& held = values_[i];
            if (!before[i] || !behind[i] || held.kind != Kind::computed) continue;
            for (const Value v : {held.a, held.b, held.c})
                if (behind[v]) before[v] = true;
        }
    for (size_t i = 0; i < values_.size(); ++i) {
        Held& held = values_[i];
        held.in_turn = behind[i] && before[i];
        if (held.in_turn && held.kind == Kind::loaded) throw Refused();
        if (held.even) continue;
        (held.in_turn ? in_turn_ : behind[i] ? late_ : early_).push_back(Value(i));
    }
    if (draws_) {
        const auto depends = [&](Value v) { return bool(behind[v]); };
        for (const Check& check : checks_)
            if (depends(check.value)) throw Refused();
        for (const Value v : late_)
            if (values_[v].kind == Kind::loaded) throw Refused();
        for (const Store& store : stores_)
            if (depends(store.address)) throw Refused();
    }
    if (checks_.empty()) throw Refused();
    for (const auto& [reg, value] : registers_) left_.emplace_back(reg, value);
}

void HostLoop::make(const std::vector<WatchedInstruction>& pass, const HostMachine& machine) {
    constexpr int most_tries = 3;
    if (++watched_ >= most_tries) given_up_ = true;
    passes_ = 0;
    values_.clear();
    checks_.clear();
    stores_.clear();
    registers_.clear();
    begun_.clear();
    local_addresses_.clear();
    known_.clear();
    constants_.clear();
    left_.clear();
    early_.clear();
    in_turn_.clear();
    late_.clear();
    draws_ = false;
    cost_ = 0;
    entries_ = passes_run_ = 0;
    filled_ = false;
    try {
        constant(0);
        std::vector<std::pair<const HostInstruction*, uint32_t>> calls;
        for (size_t i = 0; i + 1 < pass.size(); ++i) {
            const HostInstruction& in = *pass[i].in;
            if (in.op == HostOp::call) calls.emplace_back(&in, pass[i].base);
            if (in.op == HostOp::call || in.op == HostOp::native) cost_ += 4;
            const bool jumps = pass[i + 1].in != pass[i].in + 1 || in.op == HostOp::repeat_if_less_i32;
            if (jumps && in.op >= HostOp::jump && in.op <= HostOp::jump_if_not) cost_ += in.c;
            if (in.op == HostOp::repeat_if_less_i32) cost_ += in.c;
            if (in.op == HostOp::leave) {
                // A function without a result names an arbitrary register.
                const auto returned = registers_.find(pass[i].base + in.a);
                const Value value = returned == registers_.end() ? 0 : returned->second;
                if (calls.empty()) throw Refused();
                registers_[calls.back().second + calls.back().first->dst] = value;
                calls.pop_back();
                continue;
            }
            take(pass[i], pass[i + 1].in, pass[i + 1].base, machine);
        }
        // The registers of the loop's function end where those of the first call begin.
        uint32_t own = ~0u;
        for (const WatchedInstruction& one : pass)
            if (one.base != 0) own = std::min(own, one.base);
        std::erase_if(registers_, [&](const auto& one) { return one.first >= own; });
        for (const auto& [reg, value] : begun_)
            if (reg >= own) throw Refused();
        close();
        rows_.assign(values_.size() * width, 0);
        for (const auto& [bits, value] : constants_) std::fill_n(row(value), width, bits);
    } catch (const Refused&) {
        give_up();
    }
}

}  // namespace upsweep::emulator
