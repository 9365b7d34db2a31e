// Changes that are drawn from a kernel's text.

#include <gmock/gmock.h>

#include "conformance/edited.h"

namespace upsweep::conformance {
namespace {

using testing::ElementsAre;

constexpr const char* text = R"(#define SIZE (N - 1)
__shared__ int outside[3 - 2];
__global__ void k(int* out) {
    __shared__ int s[32];
    __syncthreads();
    if (left < right) s[left] = last - first;
}
)";

std::vector<std::string> results(EditKind kind) {
    std::vector<std::string> lines;
    for (const Edit& edit : edits_of(text)) {
        if (edit.kind != kind) continue;
        const std::string changed = applied(text, edit);
        size_t begin = 0;
        for (int line = 1; line < edit.line; ++line) begin = changed.find('\n', begin) + 1;
        lines.push_back(changed.substr(begin + 4, changed.find('\n', begin) - begin - 4));
    }
    return lines;
}

TEST(Edits, AreOfFourKinds) {
    EXPECT_THAT(results(EditKind::barrier), ElementsAre("((void)0);"));
    EXPECT_THAT(results(EditKind::index), ElementsAre("if (left < right) s[(left) + 1] = last - first;",
                                                      "if (left < right) s[(left) ^ 1] = last - first;"));
    EXPECT_THAT(results(EditKind::operands), ElementsAre("if (right < left) s[left] = last - first;",
                                                         "if (left < right) s[left] = first - last;"));
    EXPECT_THAT(results(EditKind::bound), ElementsAre("if (left <= right) s[left] = last - first;"));
}

TEST(EditedForms, AreTheSameForASeed) {
    for (int number : {0, 5, 17}) {
        const EditedForm once = edited_form(3, number), again = edited_form(3, number);
        EXPECT_EQ(once.text, again.text);
        EXPECT_NE(once.text, once.original);
        EXPECT_EQ(name_of(once), name_of(again));
    }
}

TEST(EditedForms, RunOnTheEmulatorWithoutAGpu) {
    int faulty = 0;
    for (int number = 0; number < 12; ++number) {
        const EditedResult result = run_edited(edited_form(1, number), false);
        EXPECT_EQ(result.gpu, OnGpu::not_run);
        faulty += result.fault.empty() ? 0 : 1;
    }
    EXPECT_GT(faulty, 0);
    EXPECT_LT(faulty, 12);
}

}  // namespace
}  // namespace upsweep::conformance
