// <string>, <sstream> and what they convert.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

std::vector<std::string> split(const std::string& text, char by) {
    std::vector<std::string> parts;
    std::stringstream stream(text);
    std::string part;
    while (std::getline(stream, part, by)) parts.push_back(part);
    return parts;
}

int main() {
    std::string a = "prefix", b("sum"), c(3, '-');
    std::string all = a + ' ' + b + c + "!" + std::to_string(42);
    std::cout << all << ' ' << all.size() << ' ' << all.empty() << '\n';
    std::cout << all.substr(7) << '|' << all.substr(0, 3) << '|' << all.find("sum") << '|'
              << (all.find('z') == std::string::npos) << '|' << all.rfind('-') << '\n';
    std::cout << all.find_first_of("xyz") << ' ' << all.find_last_of("-") << ' '
              << all.find_first_not_of("prefix") << ' ' << all.find_last_not_of("24") << '\n';
    all.replace(0, 6, "inclusive");
    all.insert(0, ">> ");
    all.erase(3, 2);
    std::cout << all << '\n';
    all.pop_back();
    all.push_back('?');
    all += "end";
    all += '.';
    std::cout << all << ' ' << all.front() << all.back() << ' ' << all[4] << ' ' << all.at(5) << '\n';
    std::transform(all.begin(), all.end(), all.begin(), [](unsigned char x) { return std::toupper(x); });
    std::cout << all << '\n';
    std::reverse(all.begin(), all.end());
    std::cout << all << '\n';
    std::sort(b.begin(), b.end());
    std::cout << b << ' ' << (a < b) << (a == "prefix") << ("x" != a) << a.compare("prefab") / 1 << ' '
              << a.compare(0, 3, "pre") << '\n';
    for (const std::string& part : split("3,1,,4", ',')) std::cout << '[' << part << ']';
    std::cout << '\n';
    std::cout << std::stoi("12abc") + std::stol("-30") << ' ' << std::stod("2.5e2") << ' ' << std::stof("0.1")
              << ' ' << std::stoul("7") << ' ' << std::stoi("ff", nullptr, 16) << '\n';
    std::cout << std::to_string(-7L) << ' ' << std::to_string(1.5f) << ' '
              << std::to_string(18446744073709551615ull) << '\n';
    try {
        std::stoi("none");
    } catch (const std::invalid_argument& e) {
        std::cout << "invalid: " << e.what() << '\n';
    }
    try {
        std::string().at(3);
    } catch (const std::out_of_range& e) {
        std::cout << e.what() << '\n';
    }
    std::istringstream in("10 2.5 word -3 x rest of it");
    int i, j;
    double d;
    std::string w, rest;
    char x;
    in >> i >> d >> w >> j >> x;
    std::getline(in, rest);
    std::cout << i << d << w << j << x << '<' << rest << ">\n";
    int count = 0, sum = 0, value;
    std::istringstream numbers("1 2 3 4 five 6");
    while (numbers >> value) {
        sum += value;
        ++count;
    }
    std::cout << count << ' ' << sum << ' ' << numbers.fail() << numbers.eof() << '\n';
    std::ostringstream out;
    out << "a" << 1 << 'b' << 2.5;
    std::string made = out.str();
    out.str("");
    out << "again";
    std::cout << made << ' ' << out.str() << std::endl;
    std::string copy = made;
    copy[0] = 'A';
    std::string moved = std::move(copy);
    moved.append(moved);
    moved.append("xyz", 2);
    moved.resize(12, '*');
    std::cout << made << ' ' << moved << ' ' << moved.c_str() << std::endl;
}
