// The language's table: how objects begin, are copied and moved, and end; bases, virtual functions, and
// pointers to functions.
#include "emulator/helpers/language_rows.h"

namespace upsweep::emulator {

namespace {

/// Writes what happens to it as digits: 1 made, 2 copied, 3 moved, 4 ended, 5 assigned, 6 moved into.
#define LOGGED                                                                                        \
    "struct Log { int* at; __device__ void add(int what) { *at = (*at * 10 + what) % 9999991; } };\n" \
    "struct Told { Log log; int v; __device__ Told(Log l, int x) : log(l), v(x) { log.add(1); }\n"    \
    "__device__ Told(const Told& o) : log(o.log), v(o.v) { log.add(2); }\n"                           \
    "__device__ Told(Told&& o) : log(o.log), v(o.v) { o.v = 0; log.add(3); }\n"                       \
    "__device__ ~Told() { log.add(4); }\n"                                                            \
    "__device__ Told& operator=(const Told& o) { v = o.v; log.add(5); return *this; }\n"              \
    "__device__ Told& operator=(Told&& o) { v = o.v; o.v = 0; log.add(6); return *this; } };\n"

}  // namespace

std::vector<LanguageRow> language_rows_objects() {
    return {
        {"ObjectsEnd",
         LOGGED,
         "out[i] = 0; Log log{out + i}; { Told a(log, 1); { Told b(log, 2); log.add(7); } log.add(8); }",
         {117484}},
        {"ObjectsEndAtJumps",
         LOGGED "__device__ int f(Log log, int n) { Told a(log, 1); if (n > 0) { Told b(log, "
                "2); return n; } log.add(9); return 0; }",
         "out[i] = 0; Log log{out + i}; for (int k = 0; k < 3; ++k) { Told a(log, k); if (k == 0) continue; "
         "if "
         "(k == 1) break; }\nint got = f(log, i % 2); log.add(got + 7);",
         {4141956, 1411574}},
        {"CopiesAndMoves",
         LOGGED "template <typename T> __device__ T&& moved(T& x) { return "
                "static_cast<T&&>(x); }\n__device__ Told make(Log log) { Told t(log, 5); return t; }\n"
                "__device__ Told pick(Told a, Told b, bool first) { if (first) return a; return b; }",
         "out[i] = 0; Log log{out + i}; { Told a(log, 1); Told b = a; Told c = moved(a); b = c; b = "
         "moved(c); "
         "}\nlog.add(7); { Told d = make(log); log.add(d.v); }",
         {4558358}},
        {"TemporariesEnd",
         LOGGED "__device__ int look(const Told& t) { return t.v; }\n__device__ Told make(Log log, "
                "int v) { return Told(log, v); }",
         "out[i] = 0; Log log{out + i}; int x = look(Told(log, 7)); log.add(x); make(log, 1); log.add(8); { "
         "const Told& kept = make(log, 2); log.add(9); } int y = make(log, 6).v; log.add(y);",
         {8326572}},
        {"MembersEnd",
         LOGGED "struct Pair { Told a, b; __device__ Pair(Log l) : a(l, 1), b(l, 2) { l.add(7); } "
                "__device__ ~Pair() { a.log.add(8); } };\nstruct Whole { Told one; Told many[2]; };",
         "out[i] = 0; Log log{out + i}; { Pair p(log); Pair q = p; q = p; log.add(9); }",
         {395157}},
        {"Inheritance",
         "struct A { int x = 1; __device__ A(int v) : x(v) {} A() = default; __device__ int f() const { "
         "return x; } "
         "__device__ int g() { return 10; } };\n"
         "struct B : public A { int y; __device__ B(int a, int b) : A(a), y(b) {} __device__ int g() { "
         "return A::g() "
         "+ y; } };\nstruct C : B { using B::B; int z = 7; };\n"
         "struct Mixin { int m = 3; __device__ int mm() { return m; } };\nstruct D : A, Mixin { };\n"
         "__device__ int take(const A& a) { return a.f(); }\n__device__ int point(Mixin* m) { return "
         "m->mm(); }",
         "B b(2, 5); A* p = &b; C c(3, i); D d; d.m = 4; B* back = static_cast<B*>(p); A sliced = b;\n"
         "out[i] = b.f() + b.g() * 10 + p->g() * 1000 + take(c) * 100000 + c.z * 1000000 + point(&d) * "
         "10000000 + "
         "(back == &b) * 100000000 + sliced.x * 200000000;",
         {547310152}},
        {"VirtualFunctions",
         "struct Shape { int id; __device__ Shape(int n) : id(n) {} __device__ virtual int area() const = 0; "
         "__device__ virtual int twice() { return 2 * area(); } __device__ virtual ~Shape() {} };\n"
         "struct Square : Shape { int a; __device__ Square(int s) : Shape(1), a(s) {} __device__ int area() "
         "const "
         "override { return a * a; } };\n"
         "struct Box : Square { int h; __device__ Box(int s, int t) : Square(s), h(t) {} __device__ int "
         "area() const "
         "final { return Square::area() * h; } __device__ int twice() override { return 3 * area(); } };",
         "Square s(3); Box b(2, i + 1); Shape* all[2] = {&s, &b}; int sum = 0; for (Shape* p : all) sum = "
         "sum * 100 "
         "+ p->area();\nconst Shape& r = *all[i % 2]; out[i] = sum + all[1]->twice() * 10000 + r.area() % 10 "
         "+ "
         "sizeof(Box) / 24 * 10;",
         {120923, 240926}},
        {"StoredFunctions",
         "typedef int (*Op)(int, int);\n__device__ int add(int a, int b) { return a + b; }\n"
         "__device__ int sub(int a, int b) { return a - b; }\n__device__ int use(Op f, int x) { return f(x, "
         "2); }\n"
         "struct Holder { Op op; int (*other)(int, int) = sub; __device__ int run(int x) { return op(x, 1) * "
         "10 + "
         "other(x, 1); } };",
         "Op table[2] = {add, sub}; Op f = i % 2 ? add : &sub; Holder h{add}; Op g; g = [](int a, int b) { "
         "return a * "
         "b; };\nout[i] = table[i % 2](7, 2) + use(f, 5) * 10 + h.run(4) * 100 + g(3, 3) * 10000 + (table[0] "
         "== add) "
         "* 100000;",
         {195339, 195375}},
        {"ReferencesAsMembers",
         "struct View { int& x; const int* p; __device__ View(int& r) : x(r), p(&r) {} __device__ void up() "
         "{ ++x; } "
         "};",
         "int n = i; View v(n); v.up(); v.x += 10; View w = v; w.up(); out[i] = n + *v.p * 100;",
         {1212, 1313}},
        {"PlacementNew",
         "struct P { int a, b; __device__ P(int x) : a(x), b(2 * x) {} __device__ ~P() { a = 9; } };",
         "__shared__ P cells[8]; P* p = new (&cells[i]) P(i + 1); int before = p->a * 10 + p->b; p->~P(); "
         "out[i] = "
         "before * 10 + cells[i].a;",
         {129, 249}},
        {"ForwardedArguments",
         "template <typename T> struct plain { using type = T; }; template <typename T> struct plain<T&> { "
         "using "
         "type = T; };\n"
         "template <typename T> __device__ T&& pass_on(typename plain<T>::type& x) { return "
         "static_cast<T&&>(x); }\n"
         "__device__ int kind(int&) { return 1; } __device__ int kind(const int&) { return 2; } __device__ "
         "int "
         "kind(int&&) { return 3; }\n"
         "template <typename T> __device__ int through(T&& x) { return kind(pass_on<T>(x)); }",
         "int n = 4; const int c = i; int&& r = 6; auto&& a = n; a = 8; out[i] = through(n) + through(c) * "
         "10 + "
         "through(7) * 100 + through(r) * 1000 + n * 10000;",
         {81321}},
        {"ParameterPacks",
         "template <typename T> __device__ T sum(T a) { return a; }\n"
         "template <typename T, typename... Ts> __device__ T sum(T a, Ts... rest) { return a + sum(rest...); "
         "}\n"
         "template <typename... Ts> __device__ int folds(Ts... a) { return (a + ... + 100) * 1000 + (0 - ... "
         "- a) + "
         "int(sizeof...(a)) * 1000000 + int(sizeof...(Ts)) * 10000000 + ((a > 0) && ...); }\n"
         "template <int... Ns> __device__ int all() { const int a[] = {Ns...}; int s = 0; for (int n : a) s "
         "= s * 10 + n; "
         "return s; }\n"
         "template <typename... Ts> struct Tuple; template <> struct Tuple<> {};\n"
         "template <typename H, typename... T> struct Tuple<H, T...> { H head; Tuple<T...> tail; __device__ "
         "Tuple(H h, "
         "T... t) : head(h), tail(t...) {} };\n"
         "template <int N, typename H, typename... T> __device__ auto get(const Tuple<H, T...>& t) { if "
         "constexpr (N == "
         "0) return t.head; else return get<N - 1>(t.tail); }\n"
         "struct P { int a, b; __device__ P(int x, int y) : a(x), b(y) {} };\n"
         "template <typename T, typename... A> __device__ T make(A&&... a) { return "
         "T(static_cast<A&&>(a)...); }\n"
         "template <typename F, typename... A> __device__ auto call(F f, A... a) { return f(a...); }",
         "Tuple<int, float, int> t(i, 2.5f, 7); P p = make<P>(3, i); int s = 0; auto add = [&](auto... x) { "
         "((s += x), "
         "...); };\nadd(1, 2, 3); out[i] = sum(1, 2.0f, i) + folds(1, 2, i + 1) + all<4, 5, 6>() + get<2>(t) "
         "* 10 + "
         "int(get<1>(t) * 2) + (p.a + p.b) * 5 + s + call([](int a, int b) { return a * b; }, i, 3);",
         {33104552, 33105560}},
        {"RangesOfIterators",
         "struct Count { int n; struct It { int at; __device__ int operator*() const { return at; } "
         "__device__ It& "
         "operator++() { ++at; return *this; } __device__ bool operator!=(const It& o) const { return at != "
         "o.at; } "
         "};\n__device__ It begin() const { return It{0}; } __device__ It end() const { return It{n}; } };\n"
         "struct Box { int v; __device__ int* operator->() { return &v; } };\nstruct Q { int a; }; struct "
         "Ptr { Q* q; "
         "__device__ Q* operator->() const { return q; } __device__ Q& operator*() const { return *q; } };",
         "int sum = 0; for (int x : Count{5}) sum += x; Count c{i}; for (auto x : c) sum += 100 * x; Q q{3}; "
         "Ptr p{&q}; "
         "p->a = 8; out[i] = sum + q.a * 1000 + (*p).a * 10000;",
         {88010, 88010, 88110}},
    };
}

}  // namespace upsweep::emulator
