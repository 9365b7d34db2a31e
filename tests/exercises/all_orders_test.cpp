// Partial-order reduction, held against numbers that are known and against trying every order by hand.
#include "exercises/all_orders.h"

#include <set>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "exercises/trial.h"

namespace upsweep::exercises {
namespace {

/// Kernels of `warps` warps of two lanes, with an array of that many cells.
class Orders {
  public:
    Orders(const std::string& body, int warps) {
        exercise_.code = "f.cu";
        exercise_.launch = {"f", "1", std::to_string(2 * warps), {"zeros:8"}, {}, "a", "total", "0"};
        exercise_.gpu.lanes = 2;
        const std::string text =
            "__global__ void f(int* a)\n{\n    int w = threadIdx.x / 2;\n    if (threadIdx.x % 2 == "
            "0) {\n" +
            body + "\n    }\n}\n";
        plan_.buffers = {};
        compiler_ = std::make_unique<emulator::Compiler>([text](const std::string&) { return text; });
        program_.file = "f.cu";
        program_.kernel = "f";
        program_.grid = "1";
        program_.block = std::to_string(2 * warps);
        program_.arguments = {"zeros:8"};
        opened_ = programs::open_program(program_, *compiler_, programs::MissingArguments::refuse, {});
    }

    emulator::Trace run(const std::vector<int>& list) {
        emulator::RunOptions options;
        options.gpu = exercise_.gpu;
        options.limits.steps = 5000;
        if (!list.empty()) options.gpu.schedule.warps = {emulator::Order::Kind::list, 1, list};
        return programs::run(opened_, *compiler_, options);
    }
    AllOrders all(int64_t most = 20'000) {
        return try_all_orders([&](const auto& list) { return run(list); },
                              [&](const emulator::Trace& trace) {
                                  results.insert(cells(trace));
                                  return false;
                              },
                              most);
    }
    static std::vector<double> cells(const emulator::Trace& trace) {
        std::vector<double> values;
        for (int64_t i = 0; i < trace.buffers[0].count(); ++i) values.push_back(trace.buffers[0].number(i));
        return values;
    }

    std::set<std::vector<double>> results;

  private:
    Exercise exercise_;
    Plan plan_;
    programs::UserProgram program_;
    std::unique_ptr<emulator::Compiler> compiler_;
    programs::OpenedProgram opened_;
};

TEST(AllOrders, IsOneWhereNobodyMeets) {
    Orders orders("a[w] = w; a[w] += 1;", 4);
    const AllOrders all = orders.all();
    EXPECT_TRUE(all.all);
    EXPECT_EQ(all.classes.size(), 1U);
    EXPECT_EQ(all.runs, 1);
}

TEST(AllOrders, OfAtomicAdditionsAreThoseOfTheWarps) {
    size_t factorial = 1;
    for (int warps = 2; warps <= 4; ++warps) {
        factorial *= size_t(warps);
        Orders orders("a[w + 1] = atomicAdd(&a[0], w + 1);", warps);
        const AllOrders all = orders.all();
        EXPECT_TRUE(all.all);
        EXPECT_EQ(all.classes.size(), factorial);
        EXPECT_EQ(orders.results.size(), factorial);
    }
}

TEST(AllOrders, OfReadersOfOneWriterAreEachBeforeOrAfter) {
    Orders orders("if (w == 0) a[0] = 7; else a[w] = a[0];", 4);
    const AllOrders all = orders.all();
    EXPECT_TRUE(all.all);
    EXPECT_EQ(all.classes.size(), 8U);
    EXPECT_EQ(orders.results.size(), 8U);
}

TEST(AllOrders, KeepsWhatABarrierOrders) {
    Orders orders(
        "} a[w] = w; __syncthreads(); if (threadIdx.x == 0) { for (int i = 1; i < 4; ++i) a[4] += a[i];", 4);
    const AllOrders all = orders.all();
    EXPECT_TRUE(all.all);
    EXPECT_EQ(all.classes.size(), 1U);
}

TEST(AllOrders, FindsEveryResultThatAnyOrderGives) {
    const std::string body =
        "int x = a[(w + 1) % 3]; a[w] = x + w + 1; a[3 + w] = a[(w + 2) % 3]; if (x > 1) a[6] = x; a[7] += "
        "1;";
    Orders reduced(body, 3), random(body, 3);
    EXPECT_TRUE(reduced.all().all);
    // Any order at random gives a result that is among them.
    uint64_t state = 88172645463325252U;
    for (int i = 0; i < 5000; ++i) {
        std::vector<int> list;
        for (int turn = 0; turn < 40; ++turn) {
            state ^= state << 13U;
            state ^= state >> 7U;
            state ^= state << 17U;
            list.push_back(int(state % 3));
        }
        const std::vector<double> cells = Orders::cells(random.run(list));
        random.results.insert(cells);
        ASSERT_EQ(reduced.results.count(cells), 1U);
    }
    EXPECT_GT(random.results.size(), 20U);
}

TEST(AllOrders, ComesToAnEndWhereSomebodyWaits) {
    Orders orders(
        "volatile int* flag = a; if (w == 0) { a[1] = 5; __threadfence(); flag[0] = 1; } else { while "
        "(flag[0] == 0) {} "
        "__threadfence(); a[1 + w] = a[1]; }",
        3);
    const AllOrders all = orders.all();
    EXPECT_TRUE(all.all);
    EXPECT_EQ(orders.results.size(), 1U);
    EXPECT_GT(all.classes.size(), 1U);
}

TEST(AllOrders, StopsAtTheFirstFailureWithAnOrderThatRepeatsIt) {
    Orders orders("if (w == 0) a[0] = 7; else a[w] = a[0];", 3);
    const auto fails = [](const emulator::Trace& trace) { return Orders::cells(trace)[2] == 0; };
    const AllOrders all = try_all_orders([&](const auto& list) { return orders.run(list); }, fails, 1000);
    ASSERT_TRUE(all.failing);
    EXPECT_FALSE(all.all);
    EXPECT_TRUE(fails(orders.run(*all.failing)));
}

TEST(AllOrders, SaysWhereItWasCutShort) {
    Orders orders("a[w + 1] = atomicAdd(&a[0], 1);", 4);
    const AllOrders some = orders.all(5);
    EXPECT_FALSE(some.all);
    EXPECT_EQ(some.runs, 5);
}

}  // namespace
}  // namespace upsweep::exercises
