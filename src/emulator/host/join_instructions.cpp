// Host instructions that often follow each other become one. Each still writes all that the two wrote, so no
// one has to know who reads it; where a jump lands nothing is joined.
#include <optional>

#include "emulator/host/lower_host.h"

namespace upsweep::emulator {
namespace {

bool is_jump(HostOp op) {
    return op == HostOp::jump || op == HostOp::jump_if || op == HostOp::jump_if_not ||
           op == HostOp::jump_unless_less_i32;
}

/// The two as one, if there is such an instruction.
std::optional<HostInstruction> joined(const HostInstruction& first, const HostInstruction& second) {
    HostInstruction both = first;
    both.place = second.place;
    const bool loads = second.op == HostOp::load;
    if (first.op == HostOp::index_i32 && (loads || second.op == HostOp::store) && second.a == first.dst &&
        second.bits == 0) {
        both.op = loads ? HostOp::load_element : HostOp::store_element;
        both.size = second.size;
        both.c = first.dst;
        both.dst = loads ? second.dst : second.b;
        return both;
    }
    if (first.op == HostOp::less_i32 && second.op == HostOp::jump_if_not && second.a == first.dst) {
        both.op = HostOp::jump_unless_less_i32;
        both.target = second.target;
        both.c = second.c;
        return both;
    }
    const bool adds_product = second.a == first.dst || second.b == first.dst;
    if (first.op == HostOp::multiply_i32 && second.op == HostOp::add_i32 && adds_product) {
        both.op = HostOp::multiply_add_i32;
        both.c = first.dst;
        both.dst = second.dst;
        both.bits = second.a == first.dst ? second.b : second.a;
        return both;
    }
    if (first.op == HostOp::multiply_f32 && second.op == HostOp::add_f32 && second.b == first.dst) {
        both.op = HostOp::add_product_f32;
        both.c = first.dst;
        both.dst = second.dst;
        both.bits = second.a;
        return both;
    }
    return std::nullopt;
}

}  // namespace

void join_instructions(HostFunction& function) {
    std::vector<HostInstruction>& code = function.instructions;
    std::vector<bool> landings(code.size() + 1);
    for (size_t i = 0; i < code.size(); ++i) {
        if (!is_jump(code[i].op)) continue;
        landings[code[i].target] = true;
        // The model clock counts what lies between, as it was written.
        code[i].c = code[i].target <= i ? uint32_t(i - code[i].target + 1) : 0;
    }
    for (const HostFunction::Region& region : function.regions)
        landings[region.begin] = landings[region.end] = landings[region.landing] = true;
    std::vector<HostInstruction> made;
    std::vector<size_t> positions(code.size() + 1);
    for (size_t i = 0; i < code.size(); ++i) {
        positions[i] = made.size();
        const bool apart = i + 1 == code.size() || landings[i + 1];
        const std::optional<HostInstruction> both = apart ? std::nullopt : joined(code[i], code[i + 1]);
        made.push_back(both ? *both : code[i]);
        if (both) positions[++i] = made.size();
    }
    positions[code.size()] = made.size();
    for (HostInstruction& in : made)
        if (is_jump(in.op)) in.target = positions[in.target];
    for (HostFunction::Region& region : function.regions)
        region = {positions[region.begin], positions[region.end], positions[region.landing]};
    for (HostVariable& one : function.variables) {
        one.begin = positions[one.begin];
        one.end = positions[one.end];
    }
    // A loop whose condition is at its top tests it where it jumps back too.
    for (size_t i = 0; i < made.size(); ++i) {
        HostInstruction& in = made[i];
        if (in.op != HostOp::jump || in.target > i) continue;
        const HostInstruction& top = made[in.target];
        if (top.op != HostOp::jump_unless_less_i32 || top.target != i + 1) continue;
        in.op = HostOp::repeat_if_less_i32;
        in.dst = top.dst;
        in.a = top.a;
        in.b = top.b;
        ++in.target;
    }
    code = std::move(made);
}

}  // namespace upsweep::emulator
