#include "core/ranges.h"

#include <array>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace upsweep;

TEST(Ranges, AreTestedAsAWhole) {
    const std::vector<int> numbers = {3, 1, 2};
    const auto is_even = [](int number) { return number % 2 == 0; };
    EXPECT_TRUE(any_of(numbers, is_even));
    EXPECT_FALSE(all_of(numbers, is_even));
    EXPECT_FALSE(none_of(numbers, is_even));
    EXPECT_EQ(count_if(numbers, is_even), 1);
    EXPECT_EQ(find_if(numbers, is_even) - numbers.begin(), 2);
    EXPECT_TRUE(contains(numbers, 1));
    EXPECT_FALSE(contains(numbers, 4));
    EXPECT_EQ(length(numbers), 3);
    EXPECT_EQ(*max_element(numbers), 3);
    EXPECT_EQ(min_element(numbers) - numbers.begin(), 1);
}

TEST(Ranges, AreSortedAndAppended) {
    std::vector<int> numbers = {3, 1, 2};
    sort(numbers);
    EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3}));
    sort(numbers, std::greater<>());
    EXPECT_EQ(numbers, (std::vector<int>{3, 2, 1}));
    std::vector<std::string> words = {"bb", "a", "cc"};
    stable_sort(words, [](const auto& a, const auto& b) { return a.size() < b.size(); });
    EXPECT_EQ(words, (std::vector<std::string>{"a", "bb", "cc"}));
    append(numbers, std::array{5, 4});
    EXPECT_EQ(numbers, (std::vector<int>{3, 2, 1, 5, 4}));
}

TEST(Ranges, TakePositionsOfAnyIntegerType) {
    std::vector<int> numbers = {3, 1, 2};
    nth(numbers, int64_t{1}) = 7;
    EXPECT_EQ(nth(std::span<const int>(numbers), uint8_t{1}), 7);
}

}  // namespace
