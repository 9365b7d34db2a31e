// Lambdas in host code: their bodies run where they are called, and see the variables from where they are
// made.
#include <algorithm>
#include <utility>

#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::TokenKind;

size_t HostReader::lambda_body(size_t i) const {
    // Behind a value it is an index, and two of them are an attribute.
    const bool behind_value = i > 0 && !is(i - 1, "return") &&
                              (at(i - 1).kind == TokenKind::identifier || is(i - 1, ")") || is(i - 1, "]"));
    if (!is(i, "[") || is(i + 1, "[") || behind_value) return 0;
    size_t body = past_closing(i);
    if (is(body, "<")) body = past_angle(body);
    if (is(body, "(")) body = past_closing(body);
    while (body < end_ && !is(body, "{")) {
        if (is(body, ";") || is(body, ")") || is(body, "}") || is(body, ",")) return 0;
        ++body;
    }
    return body < end_ ? body : 0;
}

bool HostReader::launches_itself(size_t begin, size_t end) const {
    for (size_t i = begin; i + 1 < end; ++i) {
        if (const size_t body = is(i, "[") ? lambda_body(i) : 0; body > 0) i = past_closing(body) - 1;
        if (is(i, "<<") && is(i + 1, "<")) return true;
    }
    return false;
}

HostReader::Operand HostReader::lambda() {
    const size_t begin = position_, body = lambda_body(begin);
    position_ = past_closing(body > 0 ? body : begin);
    if (body == 0) return {};
    Lambda& made = lambdas_[body];
    made.seen.assign(scopes_.begin() + 1, scopes_.end());
    size_t open = past_closing(begin);
    if (is(open, "<")) open = past_angle(open);
    made.open = is(open, "(") ? open : 0;
    Operand result;
    result.value.kind = HostValue::Kind::lambda;
    result.value.whole = int64_t(body);
    return result;
}

HostReader::Operand HostReader::call_lambda(const HostValue& of, size_t open) {
    position_ = open;
    const std::vector<Operand> given = operands();
    const size_t behind = position_;
    Operand result = run_lambda(of, given);
    position_ = behind;
    return result;
}

HostReader::Operand HostReader::run_lambda(const HostValue& of, const std::vector<Operand>& given) {
    const size_t body = size_t(of.whole);
    const Lambda& lambda = lambdas_[body];
    Operand result;
    if (depth_ >= deepest || !spend()) return result;
    const Deeper deeper(depth_);
    const std::vector<Scope> outer(scopes_.begin() + 1, scopes_.end());
    scopes_.resize(1);
    scopes_.emplace_back();
    if (lambda.open > 0) bind_parameters(lambda.open, past_closing(lambda.open), given);
    const Scope parameters = scopes_.back();
    scopes_.resize(1);
    scopes_.insert(scopes_.end(), lambda.seen.begin(), lambda.seen.end());
    scopes_.push_back(parameters);
    position_ = body;
    returned_ = {};
    block();
    scopes_.resize(1);
    scopes_.insert(scopes_.end(), outer.begin(), outer.end());
    result.value = std::exchange(returned_, {});
    return result;
}

int64_t HostReader::range_count(const HostValue& from, const HostValue& to) const {
    const int64_t each = std::max<int64_t>(1, size_of(from.to));
    int64_t count = from.array->bytes < 0 ? 0 : (from.array->bytes - from.offset) / each;
    if (to.is_number()) count = to.as_whole();
    if (to.leads() && to.array == from.array) count = (to.offset - from.offset) / each;
    return std::clamp<int64_t>(count, 0, most_cells);
}

bool HostReader::walk_range(std::string_view name, const std::vector<Operand>& given, HostValue& result) {
    const bool each = name == "for_each" || name == "for_each_n", maps = name == "transform",
               makes = name == "generate" || name == "generate_n";
    const size_t sources = maps && given.size() == 5 ? 2 : makes ? 0 : 1;
    const size_t wanted = maps ? sources + 3 : 3;
    if ((!each && !maps && !makes) || given.size() != wanted || !given[0].value.leads() ||
        given.back().value.kind != HostValue::Kind::lambda)
        return false;
    const HostValue first = given[0].value, lambda = given.back().value,
                    other = sources == 2 ? given[2].value : HostValue(),
                    to = maps ? given[wanted - 2].value : first;
    const int64_t before = spent_;
    const int64_t count = range_count(first, given[1].value);
    for (int64_t k = 0; k < count; ++k) {
        if (!spend() || spent_ - before > most_of_loop) break;
        std::vector<Operand> elements;
        if (sources > 0)
            elements.push_back(lying(first.array, first.offset + k * size_of(first.to), first.to));
        if (sources > 1 && !other.leads()) return true;
        if (sources > 1)
            elements.push_back(lying(other.array, other.offset + k * size_of(other.to), other.to));
        const HostValue made = run_lambda(lambda, elements).value;
        if (each || !to.leads()) continue;
        write(*to.array, to.offset + k * size_of(to.to), to.to, made);
        to.array->writes = ++clock_;
    }
    result = to;
    // transform returns the end of what it wrote.
    if (maps) result.offset += count * size_of(to.to);
    return true;
}

}  // namespace upsweep::programs
