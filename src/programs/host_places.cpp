// Places in host code: new ones, their sizes, and what is stored in them.
#include <algorithm>

#include "programs/host_reader.h"

namespace upsweep::programs {

HostReader::Operand HostReader::made_new() {
    const HostType of = type();
    auto array = std::make_shared<HostArray>();
    array->element = of;
    Operand made;
    made.value = HostValue::pointer(array, of);
    if (is(position_, "[")) {
        ++position_;
        const HostValue count = expression();
        if (is(position_, "]")) ++position_;
        if (count.is_number() && size_of(of) > 0)
            array->bytes = place_of(0, std::max<int64_t>(0, count.as_whole()), size_of(of));
        if (!is(position_, "(") && !is(position_, "{")) return made;
        array->state = HostArray::State::written;
        position_ = past_closing(position_);
        return made;
    }
    array->bytes = size_of(of) > 0 ? size_of(of) : -1;
    if (!is(position_, "(") && !is(position_, "{")) return made;
    const std::vector<Operand> given = operands();
    array->state = HostArray::State::written;
    HostValue ignored;
    if (of.record != nullptr)
        call_member(HostValue::record(array, of), of.record->name, given, ignored);
    else if (given.size() == 1)
        write(*array, 0, of, given[0].value);
    return made;
}

HostValue HostReader::size_of_operand() {
    const bool bracketed = is(position_, "(");
    const size_t end = bracketed ? past_closing(position_) : position_ + 1;
    if (bracketed) ++position_;
    if (begins_type(position_)) {
        const HostType of = type();
        position_ = end;
        return size_of(of) > 0 ? HostValue::of(size_of(of)) : HostValue();
    }
    // Of what it names the type alone counts: a pointer may lead nowhere yet.
    const size_t kept = position_;
    int led = 0;
    for (; is(position_, "*"); ++position_) ++led;
    const HostVariable* variable = find(at(position_++).text);
    for (; is(position_, "["); position_ = past_closing(position_)) ++led;
    const bool simple = bracketed ? position_ + 1 == end : true;
    if (simple && variable != nullptr && !variable->type.is_array && variable->type.pointers >= led) {
        HostType of = variable->type;
        of.pointers = int8_t(of.pointers - led);
        position_ = end;
        return size_of(of) > 0 ? HostValue::of(size_of(of)) : HostValue();
    }
    position_ = kept;
    const bool leads = is(position_, "*");
    const Operand of = unary();
    if (bracketed) position_ = end;
    const bool whole = of.type.is_array && of.value.array != nullptr;
    if (whole && of.variable != nullptr && !leads) return HostValue::of(of.value.array->bytes);
    const int64_t bytes = size_of(of.type);
    return bytes > 0 ? HostValue::of(bytes) : HostValue();
}

void HostReader::store(const Operand& to, HostValue value) {
    if (to.side >= 0 && to.variable != nullptr) {
        if (value.is_number()) to.variable->value.sides[to.side] = value.as_whole();
        return;
    }
    if (to.array == nullptr) {
        if (to.variable == nullptr) return;
        HostValue& now = to.variable->value;
        if (now.kind == HostValue::Kind::record && value.kind == HostValue::Kind::record && now.array)
            write(*now.array, now.offset, now.to, value);
        else
            now = converted(value, to.type);
        return;
    }
    if (to.offset < 0) {
        to.array->partly_unknown = true;
        to.array->state = HostArray::State::written;
    } else {
        write(*to.array, to.offset, to.type, to.type.pointers > 0 ? converted(value, to.type) : value);
    }
    to.array->writes = ++clock_;
}

void HostReader::step(const Operand& at, int64_t by) {
    if (at.value.known()) store(at, apply("+", at.value, HostValue::of(by)));
}

std::vector<HostReader::Operand> HostReader::operands() {
    const size_t end = past_closing(position_++);
    std::vector<Operand> given;
    while (position_ + 1 < end) {
        const size_t before = position_;
        given.push_back(assigned());
        if (is(position_, ",")) ++position_;
        if (position_ == before) break;
    }
    position_ = end;
    return given;
}

std::vector<HostValue> HostReader::arguments() {
    std::vector<HostValue> values;
    for (const Operand& operand : operands()) values.push_back(operand.value);
    return values;
}

}  // namespace upsweep::programs
