// Variables and functions of host code.
#include <algorithm>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::TokenKind;

void HostReader::run_function(const Item& function, const std::vector<Operand>& given,
                              const std::vector<HostType>& types, const HostValue* self) {
    if (depth_ >= deepest) return;
    size_t open = function.begin;
    while (open < function.end && !(at(open).text == function.name && is(open + 1, "("))) ++open;
    if (open >= function.end) return;
    const size_t closing = past_closing(++open);
    std::vector<Scope> outer(scopes_.begin() + 1, scopes_.end());
    const auto bound = bound_;
    if (function.is_template && types.empty()) deduce(function, open, closing, given);
    if (function.is_template && !types.empty()) bound_ = bind_template(function.begin, types);
    const size_t kept = position_;
    std::vector<Operand> own = given;
    bind_parameters(open, closing, own);
    if (self != nullptr) {
        self_.push_back(*self);
        for (const auto& [name, type] : self->to.record->bound) bound_[name] = type;
        scopes_.emplace(scopes_.begin() + 1);
        for (const HostField& field : self->to.record->fields) {
            variables_.push_back({field.type, {}, self->array, self->offset + field.offset});
            scopes_[1][field.name] = &variables_.back();
        }
    }
    ++depth_;
    if (self != nullptr && is(closing, ":")) initialise_members(*self, closing);
    position_ = closing;
    while (position_ < function.end && !is(position_, "{")) {
        const bool braces = is(position_ + 1, "{") && at(position_).kind == TokenKind::identifier &&
                            !is(position_, "const") && !is(position_, "noexcept") &&
                            !is(position_, "override");
        position_ = braces ? past_closing(position_ + 1) : position_ + 1;
    }
    if (is(position_, "{")) block();
    --depth_;
    if (self != nullptr) self_.pop_back();
    bound_ = bound;
    position_ = kept;
    scopes_.resize(1);
    scopes_.insert(scopes_.end(), outer.begin(), outer.end());
}

void HostReader::bind_parameters(size_t open, size_t closing, const std::vector<Operand>& given) {
    scopes_.resize(1);
    scopes_.emplace_back();
    position_ = open + 1;
    for (size_t k = 0; position_ < closing - 1; ++k) {
        HostType own = type();
        const bool reference = is(position_ - 1, "&") || is(position_ - 1, "&&");  // type() took it
        const std::string_view name = at(position_).text;
        const bool named = at(position_).kind == TokenKind::identifier;
        if (is(position_ + 1, "[")) ++own.pointers;
        while (position_ < closing - 1 && !is(position_, ",") && !is(position_, "=")) ++position_;
        const bool left_out = k >= given.size();
        if (named && reference && !left_out && given[k].variable != nullptr && given[k].side < 0) {
            scopes_.back()[name] = given[k].variable;
        } else if (named && reference && !left_out && given[k].array != nullptr && given[k].offset >= 0) {
            variables_.push_back({given[k].type, {}, given[k].array, given[k].offset});
            scopes_.back()[name] = &variables_.back();
        } else if (named) {
            HostVariable& variable = add(name, own);
            if (own.record != nullptr && own.is_plain() && !reference) {
                declare_record(variable, left_out ? std::vector<Operand>() : std::vector<Operand>{given[k]},
                               false);
            } else if (!left_out) {
                variable.value = converted(given[k].value, own);
                if (size_of(own) == 0) variable.type = given[k].type;
            } else if (is(position_, "=")) {
                ++position_;
                variable.value = converted(assignment(), own);
            }
        }
        while (position_ < closing - 1 && !is(position_, ",")) ++position_;
        if (is(position_, ",")) ++position_;
    }
}

/// T of a parameter `const T* x` is what the pointer that is given leads to.
void HostReader::deduce(const Item& function, size_t open, size_t closing,
                        const std::vector<Operand>& given) {
    const size_t end = past_angle(function.begin + 1);
    size_t k = 0;
    for (size_t i = open + 1; i < closing && k < given.size(); ++i) {
        if (is(i, ",")) ++k;
        if (k >= given.size() || at(i).kind != TokenKind::identifier || is(i + 1, ",") || is(i + 1, ")"))
            continue;
        for (size_t p = function.begin + 2; p < end; ++p) {
            const bool names = at(p).text == at(i).text && (is(p - 1, "typename") || is(p - 1, "class"));
            if (!names || bound_.count(at(i).text) > 0) continue;
            const HostValue& value = given[k].value;
            HostType type = given[k].type;
            if (is(i + 1, "*") || is(i + 1, ">") || is(i + 1, "const")) type = value.to;
            if (value.kind == HostValue::Kind::record) type = value.to;
            if (size_of(type) > 0) bound_[at(i).text] = type;
        }
    }
}

void HostReader::initialise_members(const HostValue& self, size_t colon) {
    position_ = colon;
    do {
        const std::string_view name = at(++position_).text;
        ++position_;
        if (!is(position_, "(") && !is(position_, "{")) return;
        const bool braced = is(position_, "{");
        const std::vector<Operand> given = operands();
        const HostField* field = self.to.record->find(name);
        if (field == nullptr) continue;
        HostVariable made{field->type, {}};
        std::vector<HostValue> values;
        for (const Operand& one : given) values.push_back(one.value);
        if (field->type.is_vector)
            declare_vector(made, values, braced);
        else if (!values.empty())
            made.value = converted(values[0], field->type);
        if (made.value.known() || !values.empty())
            write(*self.array, self.offset + field->offset, field->type, made.value);
    } while (is(position_, ","));
}

void HostReader::declaration() {
    const HostType first = type();
    HostType base = first;
    base.pointers = 0;
    while (is(position_, "&")) ++position_;
    declarator(first);
    while (is(position_, ",")) {
        ++position_;
        HostType next = base;
        for (; is(position_, "*") || is(position_, "&") || is(position_, "const"); ++position_)
            if (is(position_, "*")) ++next.pointers;
        declarator(next);
    }
}

void HostReader::declarator(const HostType& declared) {
    if (at(position_).kind != TokenKind::identifier) return;
    HostVariable& variable = add(at(position_).text, declared);
    const bool reference = is(position_ - 1, "&");
    ++position_;
    if (is(position_, "[")) {
        declare_array(variable, extents(declared));
        return;
    }
    if (is(position_, "=") && is(position_ + 1, "{")) ++position_;
    if (is(position_, "=")) {
        ++position_;
        const Operand from = assigned();
        if (reference && from.array != nullptr && from.offset >= 0) {
            variable.place = from.array;
            variable.offset = from.offset;
        }
        if (size_of(declared) == 0 && !declared.is_vector) variable.type = from.type;  // auto
        if (declared.record != nullptr && declared.is_plain())
            declare_record(variable, {from}, false);
        else if (declared.is_string || declared.is_vector)
            declare_vector(variable, {from.value}, true);
        else
            variable.value = converted(from.value, declared);
        return;
    }
    const bool braced = is(position_, "{");
    const bool given_any = braced || is(position_, "(");
    if (declared.record != nullptr && declared.is_plain()) {
        const bool aggregate = braced && !has_constructor(*declared.record);
        const size_t open = position_;
        const std::vector<Operand> given = given_any && !aggregate ? operands() : std::vector<Operand>();
        declare_record(variable, given, given_any && !aggregate);
        if (!aggregate) return;
        position_ = open;
        braced_list(variable.value.array, 0, declared, false);
        return;
    }
    const std::vector<HostValue> given = given_any ? arguments() : std::vector<HostValue>();
    if (declared.is_dim3 && declared.pointers == 0) {
        variable.value.kind = HostValue::Kind::dim3;
        for (size_t k = 0; k < std::min<size_t>(3, given.size()); ++k) {
            if (!given[k].is_number()) variable.value.kind = HostValue::Kind::unknown;
            variable.value.sides[k] = given[k].as_whole();
            variable.value.rounded_sides[k] = given[k].rounded;
        }
    } else if (declared.is_vector && declared.pointers == 0) {
        declare_vector(variable, given, braced);
    } else if (given.size() == 1) {
        variable.value = converted(given[0], declared);
    } else if (braced) {
        variable.value = converted(HostValue::of(int64_t{0}), declared);
    } else {
        variable.value.unset = declared.pointers > 0;
    }
}

void HostReader::declare_array(HostVariable& variable, const HostType& element) {
    HostType each = element;
    each.is_array = false;
    auto array = std::make_shared<HostArray>();
    array->element = each;
    if (last_extent_ >= 0 && size_of(each) > 0) array->bytes = place_of(0, last_extent_, size_of(each));
    variable.type = element;
    variable.value = HostValue::pointer(array, each);
    if (is(position_, "=")) ++position_;
    if (is(position_, "{")) {
        array->state = HostArray::State::written;
        braced_list(array, 0, each, true);
    } else if (at(position_).kind == TokenKind::string) {
        const HostValue text = assignment();
        array->state = HostArray::State::written;
        if (text.leads()) array->data = text.array->data;
    }
    if (array->bytes < 0) array->bytes = int64_t(array->data.size());
}

void HostReader::declare_vector(HostVariable& variable, const std::vector<HostValue>& given, bool braced) {
    HostType each = variable.type;
    each.is_vector = each.is_string = false;
    auto array = std::make_shared<HostArray>();
    array->element = each;
    array->state = HostArray::State::written;
    array->bytes = 0;
    variable.value = HostValue::pointer(array, each);
    const int64_t bytes = std::max<int64_t>(1, size_of(each));
    if (!given.empty() && given[0].leads()) {
        // A text, another vector, or the beginning and the end of what is copied.
        const HostValue& from = given[0];
        array->bytes = from.array->bytes - from.offset - (variable.type.is_string ? 1 : 0);
        if (given.size() > 1 && given[1].leads()) array->bytes = given[1].offset - from.offset;
        copy_bytes(*array, 0, *from.array, from.offset, array->bytes);
        return;
    }
    if (braced) {
        array->bytes = int64_t(given.size()) * bytes;
        for (size_t k = 0; k < given.size(); ++k) write(*array, int64_t(k) * bytes, each, given[k]);
        return;
    }
    if (given.empty()) return;
    array->bytes = given[0].is_number() ? place_of(0, std::max<int64_t>(0, given[0].as_whole()), bytes) : -1;
    if (given.size() > 1) array->fill_all(each, given[1]);
}

void HostReader::declare_record(HostVariable& variable, const std::vector<Operand>& given, bool construct) {
    auto array = std::make_shared<HostArray>();
    array->element = variable.type;
    array->bytes = size_of(variable.type);
    variable.value = HostValue::record(array, variable.type);
    const bool copied = given.size() == 1 && given[0].value.kind == HostValue::Kind::record &&
                        given[0].value.to.record == variable.type.record;
    if (copied) {
        write(*array, 0, variable.type, given[0].value);
        return;
    }
    HostValue ignored;
    if (construct || has_constructor(*variable.type.record))
        call_member(variable.value, variable.type.record->name, given, ignored);
}

// A copy of `into`: what stands in the list may assign to the variable that holds it.
void HostReader::braced_list(std::shared_ptr<HostArray> into, int64_t offset, const HostType& type,
                             bool is_array) {
    const size_t end = past_closing(position_);
    ++position_;
    into->state = HostArray::State::written;
    HostType each = type;
    int64_t bytes = size_of(each);
    if (is_array && type.inner_count > 0 && !is(position_, "{")) {
        each.inner_count = 0;  // written as one list
        bytes = size_of(each);
    }
    const std::vector<HostField>* fields = !is_array && type.record ? &type.record->fields : nullptr;
    for (size_t k = 0; position_ + 1 < end; ++k) {
        const size_t before = position_;
        if (is(position_, ".")) {
            for (size_t f = 0; fields && f < fields->size(); ++f)
                if ((*fields)[f].name == at(position_ + 1).text) k = f;
            position_ += 3;
        }
        int64_t to = offset + int64_t(k) * bytes;
        if (fields != nullptr) {
            if (k >= fields->size()) break;
            each = (*fields)[k].type;
            to = offset + (*fields)[k].offset;
        }
        if (is(position_, "{")) {
            HostType inside = each;
            const bool array = each.is_array || each.inner_count > 0;
            inside.is_array = false;
            if (is_array && each.inner_count > 0) {
                for (int n = 1; n < each.inner_count; ++n) inside.inner[n - 1] = each.inner[n];
                --inside.inner_count;
            }
            braced_list(into, to, inside, array);
        } else {
            const HostValue value = assignment();
            write(*into, to, each, each.pointers > 0 ? converted(value, each) : value);
        }
        if (is(position_, ",")) ++position_;
        if (position_ == before) break;
    }
    position_ = end;
}

}  // namespace upsweep::programs
