// Calls in host code: the runtime's allocations and copies, a few functions of the library, the file's own.
#include <algorithm>
#include <cmath>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::Item;
using emulator::ItemKind;
using emulator::TokenKind;
using Kind = HostValue::Kind;

HostReader::Operand HostReader::call(std::string_view name, size_t open, const std::vector<HostType>& types) {
    const HostVariable* own = is(open - 2, "::") ? nullptr : find(name);
    if (own != nullptr && own->value.kind == Kind::lambda) return call_lambda(own->value, open);
    position_ = open;
    const std::string symbol(at(open + (is(open + 1, "&") ? 2 : 1)).text);
    const std::vector<Operand> operands = this->operands();
    Operand result;
    std::vector<HostValue> given;
    for (const Operand& operand : operands) given.push_back(operand.value);
    if (name == "swap" && operands.size() == 2) {
        store(operands[0], given[1]);
        store(operands[1], given[0]);
        return result;
    }
    if (name == "exit" || name == "abort") {
        exited_ = true;
        return result;
    }
    if (name == "cudaMemcpyToSymbol" && operands.size() >= 2) {
        copy_to_symbol(symbol, operands);
        result.value = HostValue::of(int64_t{0});
        return result;
    }
    bool known = true;
    result.value = call_runtime(name, given, known);
    if (known) return result;
    if (name.rfind("make_", 0) == 0) {
        const HostRecord* record = record_of(name.substr(5), {});
        if (record != nullptr && record->end == 0 && record->fields.size() == given.size()) {
            result.value = made_record(*record, operands);
            result.type = result.value.to;
            return result;
        }
    }
    std::vector<Item> functions;
    for (const size_t i : outline_.find(name)) {
        const Item& item = outline_.items[i];
        // Also one that is for the device as well.
        if (item.kind == ItemKind::function && !item.is_library && !item.is_global) functions.push_back(item);
    }
    if (!functions.empty()) {
        result.value = call_own(fitting(functions, given.size()), operands, types, nullptr);
        return result;
    }
    const size_t behind = position_;
    if (walk_range(name, operands, result.value)) {
        position_ = behind;
        return result;
    }
    known = true;
    result.value = call_library(name, given, known);
    if (known) return result;
    if (const HostRecord* record = record_of(name, types)) {
        result.value = made_record(*record, operands);
        result.type = result.value.to;
        return result;
    }
    // A function that is not known here may take them by reference.
    for (const Operand& operand : operands)
        if (operand.variable != nullptr) operand.variable->value.unset = false;
    return result;
}

HostValue HostReader::made_record(const HostRecord& record, const std::vector<Operand>& given) {
    HostVariable made;
    made.type.record = &record;
    made.type.bytes = record.bytes;
    declare_record(made, given, record.end > 0);
    for (size_t k = 0; record.end == 0 && k < std::min(given.size(), record.fields.size()); ++k)
        write(*made.value.array, record.fields[k].offset, record.fields[k].type, given[k].value);
    made.value.array->state = HostArray::State::written;
    return made.value;
}

HostValue HostReader::call_own(const Item& function, const std::vector<Operand>& given,
                               const std::vector<HostType>& types, const HostValue* self) {
    returned_ = {};
    run_function(function, given, types, self);
    return std::exchange(returned_, {});
}

std::vector<Item> HostReader::functions_of(const HostRecord& record, std::string_view name) const {
    std::vector<Item> found;
    for (size_t i = record.begin + 1; i + 1 < record.end;) {
        if (at(i).text == name && is(i + 1, "(") && !is(i - 1, "~")) {
            size_t body = past_closing(i + 1);
            if (is(body, ":"))
                while (body < record.end && (!is(body, "{") || at(body - 1).kind == TokenKind::identifier))
                    body = is(body, "(") || is(body, "{") ? past_closing(body) : body + 1;
            while (body < record.end && !is(body, "{") && !is(body, ";") && !is(body, "=")) ++body;
            if (is(body, "{")) {
                Item item;
                item.kind = ItemKind::function;
                item.begin = i;
                item.end = past_closing(body);
                item.name = name;
                found.push_back(item);
            }
            i = body + 1;
            continue;
        }
        i = is(i, "{") || is(i, "(") ? past_closing(i) : i + 1;
    }
    if (const auto outside = outline_.members.find(record.name); outside != outline_.members.end())
        for (const Item& item : outside->second)
            if (item.name == name) found.push_back(item);
    return found;
}

bool HostReader::has_constructor(const HostRecord& record) const {
    return record.end > 0 && !functions_of(record, record.name).empty();
}

bool HostReader::call_member(const HostValue& self, std::string_view name, const std::vector<Operand>& given,
                             HostValue& result) {
    const HostRecord& record = *self.to.record;
    const std::vector<Item> found = functions_of(record, name);
    if (found.empty()) return false;
    self.array->state = HostArray::State::written;
    result = call_own(fitting(found, given.size()), given, {}, &self);
    return true;
}

/// Of several the one with as many parameters, else the first.
Item HostReader::fitting(const std::vector<Item>& functions, size_t count) const {
    for (const Item& item : functions) {
        size_t open = item.begin, own = 0;
        while (open < item.end && !(at(open).text == item.name && is(open + 1, "("))) ++open;
        const size_t closing = past_closing(++open);
        for (size_t i = open + 1; i + 1 < closing; ++i) {
            if (is(i, "(")) i = past_closing(i) - 1;
            own += is(i, ",") ? 1 : 0;
        }
        if (closing > open + 2) ++own;
        if (own == count) return item;
    }
    return functions.front();
}

/// What a vector or a text is asked.
HostValue HostReader::call_array(Operand of, std::string_view name, const std::vector<HostValue>& given) {
    HostValue& value = of.value;
    if (!value.leads()) return {};
    HostArray& array = *value.array;
    const int64_t each = std::max<int64_t>(1, size_of(value.to)), count = array.count();
    if (name == "data" || name == "begin" || name == "c_str" || name == "get") return value;
    if (name == "end" && count >= 0) return HostValue::pointer(value.array, value.to, count * each);
    if ((name == "size" || name == "length") && count >= 0) return HostValue::of(count);
    if (name == "empty" && count >= 0) return HostValue::of(int64_t{count == 0});
    if (name == "at" && !given.empty() && given[0].is_number())
        return read(value.array, place_of(0, given[0].as_whole(), each), value.to);
    if (name == "push_back" && !given.empty() && count >= 0 && count < most_cells) {
        array.bytes += each;
        write(array, count * each, value.to, given[0]);
        array.writes = ++clock_;
    }
    if ((name == "resize" || name == "assign") && !given.empty()) {
        array.state = HostArray::State::written;
        const int64_t before = array.bytes;
        array.bytes =
            given[0].is_number() ? place_of(0, std::max<int64_t>(0, given[0].as_whole()), each) : -1;
        if (given.size() > 1 && (name == "assign" || before <= 0))
            array.fill_all(value.to, given[1]);
        else
            for (int64_t at = std::max<int64_t>(0, before); given.size() > 1 && at < array.bytes && spend();
                 at += each)
                write(array, at, value.to, given[1]);
    }
    return {};
}

HostValue HostReader::call_runtime(std::string_view name, const std::vector<HostValue>& given, bool& known) {
    const HostValue success = HostValue::of(int64_t{0});
    const auto argument = [&](size_t k) { return k < given.size() ? given[k] : HostValue(); };
    if (name == "cudaMalloc" || name == "cudaMallocManaged" || name == "cudaMallocHost" ||
        name == "cudaHostAlloc" || name == "cudaMallocAsync")
        allocate(argument(0), argument(1));
    else if (name == "cudaMallocPitch" && given.size() > 3)
        allocate_pitched(given);
    else if (name == "cudaMemcpy" || name == "cudaMemcpyAsync")
        copy(argument(0), argument(1), argument(2));
    else if ((name == "cudaMemcpy2D" || name == "cudaMemcpy2DAsync") && given.size() > 5)
        copy_rows(given);
    else if (name == "cudaMemset" || name == "cudaMemsetAsync")
        set(argument(0), argument(1), argument(2));
    else if (name == "cudaGetDeviceCount")
        store_at(argument(0), HostValue::of(int64_t{1}));
    else if (name == "cudaHostGetDevicePointer")
        store_at(argument(0), argument(1));
    else if (name == "cudaDeviceGetAttribute")
        store_at(argument(0), HostValue());
    else if (name.rfind("cuda", 0) != 0)
        known = false;
    return success;
}

HostValue HostReader::call_library(std::string_view name, const std::vector<HostValue>& given, bool& known) {
    const auto argument = [&](size_t k) { return k < given.size() ? given[k] : HostValue(); };
    const auto real = [&](double (*function)(double)) {
        return argument(0).is_number() ? HostValue::of(function(argument(0).as_real())) : HostValue();
    };
    if (name == "dim3") {
        HostValue sides;
        sides.kind = Kind::dim3;
        for (size_t k = 0; k < std::min<size_t>(3, given.size()); ++k) {
            if (!given[k].is_number()) return {};
            sides.sides[k] = given[k].as_whole();
            sides.rounded_sides[k] = given[k].rounded;
        }
        return sides;
    }
    if (name == "rand" || name == "random") {
        HostValue drawn = HostValue::of(random_.next());
        drawn.drawn = true;
        return drawn;
    }
    if ((name == "srand" || name == "srandom") && argument(0).is_number()) {
        random_ = GlibcRandom(uint32_t(argument(0).as_whole()));
        return {};
    }
    if (name == "malloc" || name == "calloc") {
        auto array = std::make_shared<HostArray>();
        const HostValue bytes = name == "malloc" ? argument(0) : apply("*", argument(0), argument(1));
        if (bytes.is_number()) array->bytes = std::clamp<int64_t>(bytes.as_whole(), 0, farthest);
        if (name == "calloc") array->state = HostArray::State::written;
        return HostValue::pointer(array);
    }
    if (name == "memset") return set(argument(0), argument(1), argument(2)), argument(0);
    if (name == "memcpy") return copy(argument(0), argument(1), argument(2)), argument(0);
    if (name == "ceil" || name == "ceilf") return real(std::ceil);
    if (name == "floor" || name == "floorf") return real(std::floor);
    if (name == "sqrt" || name == "sqrtf") return real(std::sqrt);
    if (name == "log2" || name == "log2f") return real(std::log2);
    if (name == "sin" || name == "sinf") return real(std::sin);
    if (name == "cos" || name == "cosf") return real(std::cos);
    if (name == "exp" || name == "expf") return real(std::exp);
    if (name == "fabs" || name == "fabsf") return real(std::fabs);
    if ((name == "pow" || name == "powf") && argument(0).is_number() && argument(1).is_number())
        return HostValue::of(std::pow(argument(0).as_real(), argument(1).as_real()));
    if (name == "min" || name == "max") {
        const HostValue less = apply("<", argument(0), argument(1));
        if (!less.known()) return {};
        return less.truth() == (name == "min") ? argument(0) : argument(1);
    }
    if (name == "time" || name == "clock") {
        HostValue drawn = HostValue::of(int64_t{1});
        drawn.drawn = true;
        return drawn;
    }
    if (name == "strlen" && argument(0).leads()) {
        const std::vector<std::byte>& data = argument(0).array->data;
        const auto begin = data.begin() + std::clamp<int64_t>(argument(0).offset, 0, std::ssize(data));
        return HostValue::of(int64_t(std::find(begin, data.end(), std::byte{0}) - begin));
    }
    if ((name == "begin" || name == "data") && !given.empty()) return given[0];
    if (fill_range(name, given)) return {};
    known = false;
    return {};
}

bool HostReader::fill_range(std::string_view name, const std::vector<HostValue>& given) {
    const bool known = name == "fill" || name == "fill_n" || name == "iota" || name == "generate" ||
                       name == "generate_n" || name == "shuffle" || name == "random_shuffle";
    if (!known || given.size() < 2 || !given[0].leads()) return known;
    const HostValue& from = given[0];
    HostArray& array = *from.array;
    const int64_t each = std::max<int64_t>(1, size_of(from.to));
    const int64_t count = range_count(from, given[1]);
    HostValue value = given.size() > 2 ? given[2] : HostValue();
    const bool draws = name != "fill" && name != "fill_n" && name != "iota";
    if (draws) value = HostValue();
    const bool all = from.offset == 0 && array.bytes >= 0 && count * each >= array.bytes &&
                     from.to.is_plain() && from.to.record == nullptr;
    if (all && name != "iota") {
        array.fill_all(from.to, value);
    } else {
        for (int64_t k = 0; k < count; ++k) {
            if (k >= most_of_range || !spend()) {
                array.followed = from.offset + k * each;
                break;
            }
            write(array, from.offset + k * each, from.to, value);
            if (name == "iota") value = apply("+", value, HostValue::of(int64_t{1}));
        }
    }
    array.writes = ++clock_;
    return true;
}

}  // namespace upsweep::programs
