// What tests of the Step view's model share.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "app/step/model/step_model.h"

namespace upsweep::app {

/// Fixture: a model whose jobs are delivered by hand.
class StepModelFixture : public testing::Test {
  protected:
    void open(scenes::Scene scene, bool keep_place = true) {
        model_.open(std::move(scene), keep_place);
        wait();
    }
    /// Lets the scene's run end.
    void wait() {
        wait_until([this] { return !model_.loading(); });
    }
    /// Delivers jobs until `done()`; fails the test after 20 s.
    template <class Done>
    void wait_until(Done done) {
        for (int i = 0; i < 20'000 && !done(); ++i) {
            jobs_.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(done()) << "not after 20 s";
    }
    const replay::StepPosition& at() { return *model_.position(); }

    Jobs jobs_{[] {}, [](const std::string&) {}};
    StepModel model_{jobs_};
};

}  // namespace upsweep::app
