#include "core/plan_layout.h"

#include <variant>

#include "core/ranges.h"

namespace upsweep {

void fields(auto& a, BufferId& v) { a(v.index); }
void fields(auto& a, Buffer& v) { a(v.name, v.type, v.extent, v.role, v.device); }
void fields(auto& a, BufferArgument& v) { a(v.buffer, v.offset); }
void fields(auto& a, ScalarArgument& v) { a(v.type, v.bits); }
void fields(auto& a, Parts& v) { a(v.size, v.count, v.downwards, v.before); }
void fields(auto& a, Subject& v) {
    a(v.buffer, v.shared, v.role, v.form, v.parts, v.first, v.count, v.value);
}
void fields(auto& a, Launch& v) {
    a(v.kernel, v.grid, v.block, v.dynamic_shared_bytes, v.arguments, v.name);
    a(v.bytes_read, v.bytes_written, v.host_loop, v.subjects);
}
void fields(auto& a, Upload& v) { a(v.slot, v.to, v.first, v.count, v.at); }
void fields(auto& a, Download& v) { a(v.from, v.slot, v.first, v.count); }
void fields(auto& a, Copy& v) { a(v.from, v.to); }
void fields(auto& a, Clear& v) { a(v.buffer, v.value, v.once); }
void fields(auto& a, Wait& v) { a(v.operation); }
void fields(auto& a, SetVariable& v) { a(v.from, v.kernel, v.variable); }
void fields(auto& a, HostWork& v) { a(v.name, v.buffer, v.bytes); }
void fields(auto& a, Operation& v) { a(v.what, v.stream, v.device); }

namespace {

void pass_plan(auto& a, Plan& v) {
    a(v.algorithm, v.buffers, v.operations, v.input, v.output, v.emulator_only);
}

class PlanCheck {
  public:
    PlanCheck(const Plan& plan, int64_t most) : plan_(plan), most_(most) {}

    bool run() const {
        return (plan_.input.index == -1 || known(plan_.input)) &&
               (plan_.output.index == -1 || known(plan_.output)) &&
               all_of(plan_.buffers, [this](const Buffer& one) { return holds(one); }) &&
               all_of(plan_.operations, [this](const Operation& one) {
                   return one.stream >= 0 && one.device >= 0 &&
                          std::visit([this](const auto& what) { return holds(what); }, one.what);
               });
    }

  private:
    bool known(BufferId id) const { return id.index >= 0 && id.index < int(plan_.buffers.size()); }
    bool holds(const Buffer& one) const {
        return is_sound(one.type) && is_sound(one.extent, most_) && one.role <= BufferRole::control &&
               one.device >= 0;
    }
    bool holds(const BufferArgument& one) const { return known(one.buffer); }
    bool holds(const ScalarArgument& one) const { return is_sound(one.type); }
    bool holds(const Subject& one) const {
        return (one.shared.empty() ? known(one.buffer) : one.buffer.index == -1) && is_sound(one.value) &&
               one.role <= last_subject_role && one.form <= last_subject_form &&
               is_sound(one.parts.size, most_) && is_sound(one.parts.count, most_) && one.parts.before >= 0 &&
               one.parts.before <= most_ && one.first >= 0 && one.count >= 0 && one.first <= most_ &&
               one.count <= most_;
    }
    bool holds(const Launch& one) const {
        return all_of(one.arguments,
                      [this](const Argument& argument) {
                          return std::visit([this](const auto& held) { return holds(held); }, argument);
                      }) &&
               all_of(one.subjects, [this](const Subject& subject) { return holds(subject); });
    }
    bool holds(const Upload& one) const { return known(one.to) && one.slot >= 0; }
    bool holds(const Download& one) const { return known(one.from) && one.slot >= 0; }
    bool holds(const Copy& one) const { return known(one.from) && known(one.to); }
    bool holds(const Clear& one) const { return known(one.buffer); }
    bool holds(const SetVariable& one) const { return known(one.from); }
    bool holds(const HostWork& one) const {
        return (one.buffer.index == -1 || known(one.buffer)) && one.bytes >= 0;
    }
    bool holds(const Wait& one) const {
        return one.operation >= 0 && one.operation < int(plan_.operations.size());
    }

    const Plan& plan_;
    int64_t most_;
};

}  // namespace

void fields(ByteWriter& a, Plan& v) { pass_plan(a, v); }
void fields(ByteReader& a, Plan& v) { pass_plan(a, v); }

bool is_sound(const Extent& extent, int64_t most) {
    return extent.width >= 0 && extent.height >= 0 && extent.width <= most && extent.height <= most &&
           (extent.width == 0 || extent.height <= most / extent.width);
}

bool is_sound(const Plan& plan, int64_t most) { return PlanCheck(plan, most).run(); }

}  // namespace upsweep
