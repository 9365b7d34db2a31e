// What a long suite takes of its cases: the same ones for the same seed, others for others, all if asked.
#include "core/helpers/sample.h"

#include <numeric>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace upsweep::test {
namespace {

/// Sets a variable of the environment, and puts back what it was.
class Environment {
  public:
    Environment(const char* name, const char* value) : name_(name) {
        if (const char* before = std::getenv(name)) before_ = before;
        value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    }
    ~Environment() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

std::vector<int> taken(const char* seed, const char* all = nullptr) {
    const Environment with_seed("UPSWEEP_SEED", seed), with_all("UPSWEEP_ALL", all);
    std::vector<int> cases(100);
    std::iota(cases.begin(), cases.end(), 0);
    return sample("numbers", cases, 10);
}

TEST(Sample, IsAsLargeAsAskedInOrderAndWithoutTwins) {
    const std::vector<int> some = taken("7");
    EXPECT_EQ(some.size(), 10U);
    EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
    EXPECT_EQ(std::set<int>(some.begin(), some.end()).size(), 10U);
}

TEST(Sample, FollowsTheSeed) {
    EXPECT_EQ(taken("7"), taken("7"));
    EXPECT_NE(taken("7"), taken("8"));
    EXPECT_EQ(taken(nullptr), taken("1"));
    std::set<int> seen;
    for (int seed = 0; seed < 100; ++seed)
        for (const int one : taken(std::to_string(seed).c_str())) seen.insert(one);
    EXPECT_EQ(seen.size(), 100U) << "every case has its turn";
}

TEST(Sample, IsTheWholeIfAskedOrIfThereIsNoMore) {
    EXPECT_EQ(taken("7", "1").size(), 100U);
    EXPECT_EQ(taken("7", "0").size(), 10U);
    const Environment with_all("UPSWEEP_ALL", nullptr);
    EXPECT_THAT(sample("words", std::vector<std::string>{"a", "b"}, 2), testing::ElementsAre("a", "b"));
}

TEST(Sample, ASeedThatIsNoNumberIsRefused) {
    EXPECT_THROW(taken("seven"), std::runtime_error);
    EXPECT_THROW(taken("-1"), std::runtime_error);
}

}  // namespace
}  // namespace upsweep::test
