// Random host programs print what g++ makes them print: objects that tell what happens to them, virtual
// functions, recursion, exceptions, arrays, text, lambdas and pointers to functions.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/helpers/sample.h"
#include "emulator/source/diagnostic.h"
#include "emulator/whole_program.h"

namespace upsweep::emulator {
namespace {

constexpr int programs_in_all = 500, programs_in_one = 10;

class Generator {
  public:
    explicit Generator(uint64_t seed) : random_(seed) {}

    /// One program in a namespace of its own; `run` is its main.
    std::string program(int number) {
        const std::string name = "p" + std::to_string(number);
        std::string text = "namespace " + name + " {\n";
        text += item() + shapes() + functions();
        text += "void run() {\n";
        text += "  unsigned a = " + constant() + ", b = " + constant() + ", c = " + constant() + ";\n";
        const int count = 4 + below(6);
        for (int i = 0; i < count; ++i) text += statement(i);
        text += "  printf(\"%u %u %u alive %d\\n\", a, b, c, alive);\n}\n}\n";
        return text;
    }

  private:
    int below(int n) { return int(random_() % uint64_t(n)); }
    bool chance(int percent) { return below(100) < percent; }
    std::string constant() { return std::to_string(random_() % 1000) + "u"; }
    std::string variable() { return std::string(1, char('a' + below(3))); }

    std::string expression(int depth = 3) {
        if (depth == 0 || chance(20)) return chance(60) ? variable() : constant();
        static const char* const operators[] = {"+", "-", "*", "^", "&", "|"};
        const std::string left = expression(depth - 1), right = expression(depth - 1);
        switch (below(8)) {
            case 0:
                return "(" + left + " >> " + std::to_string(below(8)) + ")";
            case 1:
                return "(" + left + " % (" + right + " % 17 + 1))";
            case 2:
                return "(" + left + " < " + right + " ? " + variable() + " : " + constant() + ")";
            case 3:
                return "(" + left + " / (" + right + " % 9 + 2))";
            default:
                return "(" + left + " " + operators[below(6)] + " " + right + ")";
        }
    }

    /// A class that says what happens to it; which of its functions there are is left to chance.
    std::string item() {
        std::string text =
            "int alive = 0;\nstruct Item {\n  unsigned v;\n"
            "  Item(unsigned x) : v(x) { ++alive; printf(\"make %u\\n\", v); }\n"
            "  ~Item() { --alive; printf(\"end %u\\n\", v); }\n"
            "  Item(const Item& o) : v(o.v + 1) { ++alive; printf(\"copy %u\\n\", v); }\n";
        if (chance(60))
            text += "  Item(Item&& o) : v(o.v) { o.v = 0; ++alive; printf(\"move %u\\n\", v); }\n";
        if (chance(60))
            text +=
                "  Item& operator=(const Item& o) { v = o.v * 3; printf(\"assign %u\\n\", v); return *this; "
                "}\n";
        else
            text += "  Item& operator=(const Item&) = default;\n";
        text += "  unsigned get() const { return v % 1000; }\n};\n";
        text += "Item made(unsigned a) { Item one(a); one.v += " + constant() + "; return one; }\n";
        text +=
            "Item chosen(unsigned a, unsigned b) { Item one(a), two(b); if (a > b) return one; return two; "
            "}\n";
        text +=
            "unsigned look(const Item& x, unsigned k) { return x.get() * 7 + k; }\nunsigned taken(Item y) { "
            "return y.get(); }\n";
        text +=
            "struct Pair { Item first, second; int more[3] = {1, 2, 3}; Pair(unsigned x) : first(x), "
            "second(x + 5) {} };\n";
        return text;
    }

    std::string shapes() {
        std::string text =
            "struct Shape { unsigned id; Shape(unsigned i) : id(i) {} virtual unsigned area(unsigned a) "
            "const { "
            "return a + id; } virtual ~Shape() { printf(\"~Shape %u\\n\", id); } unsigned twice(unsigned a) "
            "{ "
            "return 2 * area(a); } };\n";
        text +=
            "struct Box : Shape { Item inside; Box(unsigned i) : Shape(i), inside(i * 2) {} unsigned "
            "area(unsigned a) const "
            "override { unsigned b = id, c = inside.v; return " +
            expression() + "; } };\n";
        text += "struct Cube : Box { Cube(unsigned i) : Box(i + 1) {} ";
        if (chance(70))
            text += "unsigned area(unsigned a) const override { return Box::area(a) ^ " + constant() + "; } ";
        if (chance(50)) text += "~Cube() { printf(\"~Cube %u\\n\", id); } ";
        return text + "};\n";
    }

    std::string functions() {
        std::string text =
            "unsigned deep(unsigned n, unsigned a) { unsigned b = n, c = a % 7; if (n == 0) return a; return "
            "deep(n "
            "- 1, " +
            expression() + ") + n; }\n";
        text +=
            "unsigned risky(unsigned n) { Item guard(n); if (n % 3 == 0) throw n; if (n % 3 == 1) throw "
            "Item(n + 1); return "
            "n; }\n";
        text += "unsigned first(unsigned a, unsigned b) { unsigned c = 3; return " + expression() + "; }\n";
        text += "unsigned second(unsigned a, unsigned b) { unsigned c = 5; return " + expression() + "; }\n";
        text += "unsigned counted() { static unsigned calls = " + constant() + "; return ++calls; }\n";
        text +=
            "template <typename T> T largest(const T* p, int n) { T best = p[0]; for (int i = 1; i < n; ++i) "
            "if (p[i] > best) "
            "best = p[i]; return best; }\n";
        text +=
            "template <typename... Ts> unsigned total(Ts... all) { return (unsigned(all) + ... + 0u); }\n";
        return text;
    }

    std::string statement(int number) {
        const std::string n = std::to_string(number);
        switch (below(12)) {
            case 0:
                return "  { Item x(" + expression() + " % 100); Item y = x; y = x; Item z = made(" +
                       variable() + " % 50); " + variable() + " += look(z, y.get()); }\n";
            case 1:
                return "  " + variable() + " = look(chosen(" + variable() + " % 90, " + variable() +
                       " % 80), " + constant() + ");\n  " + variable() + " ^= taken(made(" + variable() +
                       " % 70));\n";
            case 2:
                return "  " + variable() + " = deep(" + std::to_string(below(12)) + ", " + expression() +
                       ");\n";
            case 3:
                return "  for (int i = 0; i < " + std::to_string(2 + below(4)) +
                       "; ++i) { Shape* s = i % 2 ? (Shape*)new "
                       "Box(i) : new Cube(i); " +
                       variable() + " ^= s->area(" + variable() + ") + s->twice(i); if (" + variable() +
                       " % 5 == 0) { delete s; continue; } printf(\"%u\\n\", s->id); delete s; }\n";
            case 4:
                return "  for (unsigned i = 0; i < 4; ++i) try { " + variable() + " += risky(" + variable() +
                       " % 10 + i); } catch (unsigned e) { printf(\"caught %u\\n\", e); } catch (const Item& "
                       "e) { printf(\"item "
                       "%u\\n\", e.v); }\n";
            case 5:
                return "  { unsigned (*f)(unsigned, unsigned) = " + variable() + " % 2 ? first : second; " +
                       variable() + " = f(" + variable() + ", " + constant() + "); }\n";
            case 6:
                return "  { unsigned k = " + constant() + "; auto add = [&, k](unsigned x) { " + variable() +
                       " += x ^ k; return x + k; }; " + variable() + " ^= add(" + variable() +
                       ") + add(3); }\n";
            case 7:
                return "  { unsigned list[8]; for (int i = 0; i < 8; ++i) list[i] = " + expression() +
                       " + i * 31; for (int i = 1; i < 8; ++i) for (int j = i; j > 0 && list[j] < list[j - "
                       "1]; --j) { unsigned t "
                       "= list[j]; list[j] = list[j - 1]; list[j - 1] = t; } " +
                       variable() +
                       " = list[3] + largest(list, 8); for (unsigned x : list) printf(\"%u \", x % 1000); "
                       "printf(\"\\n\"); }\n";
            case 8:
                return "  { char text[32]; snprintf(text, sizeof text, \"%s-%u-%05.2f\", \"t" + n + "\", " +
                       variable() + " % 999, (" + variable() +
                       " % 64) / 8.0); for (char* p = text; *p; ++p) if (*p == '-') *p = '+'; printf(\"%s "
                       "%d\\n\", text, int(strlen(text))); }\n";
            case 9:
                return "  { Pair p(" + variable() + " % 40); Pair q = p; q.first = p.second; " + variable() +
                       " += q.first.get() + q.more[" + std::to_string(below(3)) + "]; }\n";
            case 10:
                return "  switch (" + variable() + " % 4) { case 0: { Item s(1); " + variable() +
                       " += 2; break; } case 1: " + variable() + " ^= counted(); case 2: " + variable() +
                       " += total(1, " + variable() +
                       ", counted()); break; "
                       "default: " +
                       variable() + " = first(" + variable() + ", 7); }\n";
            default:
                return "  { unsigned n = " + variable() +
                       " % 6 + 1; Item* many = (Item*)malloc(n * sizeof(Item)); for (unsigned i = "
                       "0; i < n; ++i) new (many + i) Item(i * " +
                       variable() + " % 97); for (unsigned i = 0; i < n; ++i) " + variable() +
                       " += many[i].get(); for (unsigned i = n; i-- > 0;) many[i].~Item(); free(many); "
                       "unsigned* z = "
                       "new unsigned[n](); z[n / 2] = 4; " +
                       variable() + " += z[0] + z[n / 2]; delete[] z; }\n";
        }
    }

    std::mt19937_64 random_;
};

std::string programs(int batch) {
    std::string text = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <new>\n";
    std::string calls;
    for (int i = 0; i < programs_in_one; ++i) {
        const int number = batch * programs_in_one + i;
        text += Generator(test::sample_seed() * 1000 + uint64_t(number)).program(number);
        calls += "  p" + std::to_string(number) + "::run();\n";
    }
    return text + "int main() {\n" + calls + "  return 0;\n}\n";
}

/// What g++ makes of it; nothing without g++.
std::string printed_by_compiler(const std::string& text, int batch) {
    const auto folder =
        std::filesystem::temp_directory_path() /
        ("upsweep_random_" + std::to_string(batch) + "_" + std::to_string(std::random_device{}()));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "program.cpp") << text;
    const std::string base = "'" + (folder / "program").string();
    const std::string command =
        "g++ -std=c++17 -w -fwrapv -o " + base + "' " + base + ".cpp' && " + base + "' > " + base + ".out'";
    std::string printed;
    if (std::system(command.c_str()) == 0) {
        std::ifstream in(folder / "program.out");
        std::stringstream all;
        all << in.rdbuf();
        printed = all.str();
    }
    std::filesystem::remove_all(folder);
    return printed;
}

}  // namespace

TEST(HostRandom, ProgramsPrintWhatTheCompilersDo) {
    if (std::system("g++ --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "g++ is missing.";
    std::vector<int> batches(programs_in_all / programs_in_one);
    for (size_t i = 0; i < batches.size(); ++i) batches[i] = int(i);
    for (const int batch : test::sample("batches of ten random programs", batches, 1)) {
        const std::string text = programs(batch);
        const std::string expected = printed_by_compiler(text, batch);
        ASSERT_FALSE(expected.empty()) << "g++ refuses batch " << batch << ":\n" << text;
        try {
            Compiler compiler([&](const std::string&) { return text; });
            const WholeProgramRun run = run_whole_program(compiler, "random.cu", {}, {});
            EXPECT_EQ(run.host.output, expected) << "batch " << batch << ": " << run.host.ended;
        } catch (const CompileError& error) {
            ADD_FAILURE() << "batch " << batch << ": " << to_string(error.diagnostics().front()) << "\n"
                          << text;
        }
    }
}

}  // namespace upsweep::emulator
