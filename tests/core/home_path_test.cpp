// "~" means the home folder at a path's beginning, and nowhere else.
#include "core/home_path.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace upsweep {
namespace {

class HomePath : public testing::Test {
  protected:
    void SetUp() override {
        const char* home = std::getenv("HOME");
        was_ = home == nullptr ? "" : home;
        setenv("HOME", "/home/ada", 1);
    }
    void TearDown() override { setenv("HOME", was_.c_str(), 1); }
    std::string was_;
};

TEST_F(HomePath, BeginsWithTheHomeFolder) {
    EXPECT_EQ(from_home("~/reduce.cu"), "/home/ada/reduce.cu");
    EXPECT_EQ(from_home("~"), "/home/ada");
    for (const char* path : {"", "reduce.cu", "/x/~/y.cu", "~ada/x.cu", "x~", "~x"})
        EXPECT_EQ(from_home(path), path);
}

TEST_F(HomePath, IsKnownInArguments) {
    EXPECT_EQ(from_home_in_argument("~/x.cu"), "/home/ada/x.cu");
    EXPECT_EQ(from_home_in_argument("--output=~/x.html"), "--output=/home/ada/x.html");
    EXPECT_EQ(from_home_in_argument("in=@~/a.npy"), "in=@/home/ada/a.npy");
    EXPECT_EQ(from_home_in_argument("--arg=in=@~/a.npy"), "--arg=in=@/home/ada/a.npy");
    EXPECT_EQ(from_home_in_argument("@~/a.npy"), "@/home/ada/a.npy");
    for (const char* word : {"x=~/y", "mask=~5", "--set=a=~1", "a@~/b", ""})
        EXPECT_EQ(from_home_in_argument(word), word);
}

TEST_F(HomePath, StaysAsItIsWhereNobodyHasAHome) {
    setenv("HOME", "", 1);
    EXPECT_EQ(from_home("~/x.cu"), "~/x.cu");
}

}  // namespace
}  // namespace upsweep
