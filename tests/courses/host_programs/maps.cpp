// <map>, <set>, <unordered_map> and <unordered_set>, iterated in order.
#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

int main() {
    std::map<std::string, int> ages = {{"Ada", 36}, {"Grace", 85}};
    ages["Alan"] = 41;
    ages["Edsger"] += 2;
    ages.insert({"Ada", 1});
    ages.emplace("Barbara", 81);
    for (const auto& p : ages) std::cout << p.first << '=' << p.second << ' ';
    std::cout << ages.size() << ' ' << ages.count("Ada") << ages.count("Bob") << ' ' << ages.at("Grace")
              << '\n';
    ages.erase("Alan");
    auto it = ages.find("Barbara");
    it->second = 7;
    ages.erase(ages.begin());
    for (auto i = ages.rbegin(); i != ages.rend(); ++i) std::cout << i->first << '=' << i->second << ' ';
    std::cout << '\n';
    std::map<int, std::vector<int>> groups;
    unsigned state = 3;
    for (int i = 0; i < 60; ++i) {
        state = state * 1664525u + 1013904223u;
        groups[(int)(state >> 24) % 13].push_back(i);
    }
    for (auto& [key, members] : groups) {
        std::cout << key << ':';
        for (int m : members) std::cout << ' ' << m;
        std::cout << "; ";
    }
    std::cout << "\n" << groups.lower_bound(5)->first << ' ' << groups.upper_bound(5)->first << '\n';
    std::map<int, std::vector<int>> copy = groups;
    copy.clear();
    for (int k = 0; k < 13; k += 2) groups.erase(k);
    std::cout << copy.size() << ' ' << groups.size() << ' ' << groups.begin()->first << '\n';
    std::set<int> numbers = {5, 3, 9, 3, 1};
    numbers.insert(4);
    std::cout << numbers.insert(5).second << ' ' << numbers.count(3) << ' ' << *numbers.begin() << ' '
              << *numbers.rbegin() << ':';
    for (int n : numbers) std::cout << ' ' << n;
    std::multiset<int> many = {2, 2, 1};
    std::multimap<int, char> pairs;
    pairs.insert({2, 'a'});
    pairs.insert({1, 'b'});
    pairs.insert({2, 'c'});
    std::cout << ' ' << many.count(2);
    for (auto& p : pairs) std::cout << ' ' << p.first << p.second;
    std::cout << '\n';
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 40; ++i) squares[i * 7 % 41] = i * i;
    for (auto& p : squares) std::cout << p.first << ' ';
    std::cout << squares.bucket_count() << '\n';
    squares.erase(14);
    squares.erase(0);
    squares[1000] = 1;
    for (auto& p : squares) std::cout << p.first << ':' << p.second << ' ';
    std::cout << '\n';
    std::unordered_map<std::string, int> words;
    const char* text[] = {"the",  "quick", "brown",           "fox", "jumps",   "over", "the",
                          "lazy", "dog",   "extraordinarily", "a",   "abcdefgh"};
    for (const char* w : text) ++words[w];
    for (auto& [w, n] : words) std::cout << w << n << ' ';
    std::cout << '\n';
    std::unordered_set<std::string> seen = {"x", "yy", "zzz"};
    std::cout << seen.count("yy") << seen.count("w") << seen.insert("x").second << seen.size() << '\n';
    std::unordered_map<int, int> grown;
    for (int i = 0; i < 300; ++i) grown[i * i % 1009] += i;
    unsigned h = 0;
    for (auto& p : grown) h = h * 31 + p.first * 7 + p.second;
    std::cout << h << ' ' << grown.size() << std::endl;
}
