// Lambdas in host code: their bodies run where they are called, and see the variables from where they are
// made.
#include "programs/host_reader.h"

namespace upsweep::programs {

using emulator::TokenKind;

std::size_t HostReader::lambda_body(std::size_t i) const {
    // Behind a value it is an index, and two of them are an attribute.
    const bool behind_value = i > 0 && !is(i - 1, "return") &&
                              (at(i - 1).kind == TokenKind::identifier || is(i - 1, ")") || is(i - 1, "]"));
    if (!is(i, "[") || is(i + 1, "[") || behind_value) return 0;
    std::size_t body = past_closing(i);
    if (is(body, "<")) body = past_angle(body);
    if (is(body, "(")) body = past_closing(body);
    while (body < end_ && !is(body, "{")) {
        if (is(body, ";") || is(body, ")") || is(body, "}") || is(body, ",")) return 0;
        ++body;
    }
    return body < end_ ? body : 0;
}

bool HostReader::launches_itself(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 1 < end; ++i) {
        if (const std::size_t body = is(i, "[") ? lambda_body(i) : 0; body > 0) i = past_closing(body) - 1;
        if (is(i, "<<") && is(i + 1, "<")) return true;
    }
    return false;
}

HostReader::Operand HostReader::lambda() {
    const std::size_t begin = position_, body = lambda_body(begin);
    position_ = past_closing(body > 0 ? body : begin);
    if (body == 0) return {};
    Lambda& made = lambdas_[body];
    made.seen.assign(scopes_.begin() + 1, scopes_.end());
    std::size_t open = past_closing(begin);
    if (is(open, "<")) open = past_angle(open);
    made.open = is(open, "(") ? open : 0;
    Operand result;
    result.value.kind = HostValue::Kind::lambda;
    result.value.whole = static_cast<std::int64_t>(body);
    return result;
}

HostReader::Operand HostReader::call_lambda(const HostValue& of, std::size_t open) {
    position_ = open;
    const std::vector<Operand> given = operands();
    const std::size_t behind = position_, body = static_cast<std::size_t>(of.whole);
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
    position_ = behind;
    result.value = std::exchange(returned_, {});
    return result;
}

}  // namespace upsweep::programs
