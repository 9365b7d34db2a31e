// The markers themselves are tested: of each solution every small change either is marked as failing, or is
// listed here with the reason why it changes nothing that anybody could observe.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "exercises/helpers/mutants.h"
#include "exercises/mark.h"

namespace upsweep::exercises {
namespace {

TEST(Mutations, OfEverySolutionAreCaughtOrChangeNothing) {
    // Each with the reason why it is equivalent to the solution.
    const std::set<std::string> harmless = {
        // Of two equal numbers either is the larger.
        "maximum, line 15: > -> >=",
        // One pass more, in which no lane has a lane that far below.
        "warp-scan, line 11: < -> <=",
        // (x - radius) - 1 is (x - 1) - radius.
        "box-sum, line 13: radius - 1 -> 1 - radius",
        "box-sum, line 15: radius - 1 -> 1 - radius",
        // The square of a difference is that of the other difference.
        "near-the-prediction, line 6: place - predicted -> predicted - place",
        // Of two numbers that are both taken away the order does not matter.
        "box-sum, line 17: at(table, left, bottom, width) - at(table, right, top, width) -> "
        "at(table, right, top, width) - at(table, left, bottom, width)",
    };
    std::set<std::string> survived;
    size_t caught = 0;
    for (const Exercise& exercise : all_exercises()) {
        if (exercise.kind != Kind::write) continue;
        size_t of_this = 0;
        for (const Mutant& mutant : mutants_of(exercise.solution)) {
            const Marks marks = mark(exercise, mutant.text);
            // What the compiler refuses tests no rule.
            if (!marks.compiles) continue;
            ++of_this;
            if (marks.passed)
                survived.insert(exercise.slug + ", " + mutant.what);
            else
                ++caught;
        }
        EXPECT_GE(of_this, 1U) << exercise.slug;
    }
    EXPECT_EQ(survived, harmless);
    EXPECT_GE(caught, 20 * survived.size());
}

TEST(Mutations, AreOfEveryKind) {
    const std::string text =
        "__global__ void f(int* a, int n)\n{\n// your part: it\n__syncthreads();\nif (n < 3) a[n] = a[n - "
        "1];\n// end of your part\n}\n";
    std::set<std::string> made;
    for (const Mutant& mutant : mutants_of(text)) made.insert(mutant.what);
    EXPECT_EQ(made, (std::set<std::string>{"line 4: __syncthreads(); -> nothing",
                                           "line 5: < -> <=", "line 5: < -> >", "line 5: n -> n + 1",
                                           "line 5: n -> n - 1", "line 5: n - 1 -> n - 1 + 1",
                                           "line 5: n - 1 -> n - 1 - 1", "line 5: n - 1 -> 1 - n",
                                           "line 5: a[n] = a[n - 1] -> a[n - 1] = a[n]"}));
}

}  // namespace
}  // namespace upsweep::exercises
