// A list is what the list before was, changed.
#include "export/film.h"

#include <gmock/gmock.h>

#include <random>

#include "core/error.h"

namespace upsweep::exports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Differences, NameWhatGoesAndWhatComes) {
    const std::vector<int> before = {1, 2, 3, 4, 5}, after = {1, 9, 3, 5, 6, 7};
    EXPECT_THAT(differences(before, after),
                ElementsAre(Change{1, 1, {9}}, Change{3, 1, {}}, Change{4, 0, {6, 7}}));
    EXPECT_EQ(changed(before, differences(before, after)), after);
    EXPECT_THAT(differences(before, before), IsEmpty());
    EXPECT_THAT(differences({}, after), ElementsAre(Change{0, 0, after}));
    EXPECT_THAT(differences(before, {}), ElementsAre(Change{0, 5, {}}));
}

TEST(Differences, OfFiveHundredListsGiveThemBack) {
    std::mt19937 random(7);
    for (int i = 0; i < 500; ++i) {
        std::vector<int> lists[2];
        for (std::vector<int>& list : lists) {
            list.resize(random() % 60);
            for (int& value : list) value = int(random() % 25);  // many come twice
        }
        ASSERT_EQ(changed(lists[0], differences(lists[0], lists[1])), lists[1]) << i;
    }
}

TEST(Differences, OfOneEntryAmongManyAreOneChange) {
    std::vector<int> before(2000);
    for (size_t i = 0; i < before.size(); ++i) before[i] = int(i);
    std::vector<int> after = before;
    after[1000] = -1;
    EXPECT_THAT(differences(before, after), ElementsAre(Change{1000, 1, {-1}}));
}

TEST(Differences, ThatLeadOutsideAreRefused) {
    EXPECT_THROW(changed({1, 2}, std::vector<Change>{{3, 0, {1}}}), Error);
    EXPECT_THROW(changed({1, 2}, std::vector<Change>{{1, 2, {}}}), Error);
}

}  // namespace
}  // namespace upsweep::exports
