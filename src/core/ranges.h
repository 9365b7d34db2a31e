// Whole ranges instead of pairs of iterators, as std::ranges has it where a compiler's library does; and
// elements by positions of any integer type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>

namespace upsweep {

template <typename Range, typename Test>
bool any_of(const Range& range, Test test) {
    return std::any_of(std::begin(range), std::end(range), test);
}

template <typename Range, typename Test>
bool all_of(const Range& range, Test test) {
    return std::all_of(std::begin(range), std::end(range), test);
}

template <typename Range, typename Test>
bool none_of(const Range& range, Test test) {
    return std::none_of(std::begin(range), std::end(range), test);
}

template <typename Range, typename Test>
auto count_if(const Range& range, Test test) {
    return std::count_if(std::begin(range), std::end(range), test);
}

/// The range's end if none passes the test.
template <typename Range, typename Test>
auto find_if(Range&& range, Test test) {
    return std::find_if(std::begin(range), std::end(range), test);
}

/// The first element whose member (or, of a pointer, what it points to) has this value; null if none has.
template <typename Range, typename Member, typename Value>
auto find_by(Range&& range, Member member, const Value& value) -> decltype(&*std::begin(range)) {
    for (auto& element : range)
        if (std::invoke(member, element) == value) return &element;
    return nullptr;
}

template <typename Range, typename Value>
bool contains(const Range& range, const Value& value) {
    return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

template <typename Range, typename Less = std::less<>>
auto max_element(Range&& range, Less less = {}) {
    return std::max_element(std::begin(range), std::end(range), less);
}

template <typename Range, typename Less = std::less<>>
auto min_element(Range&& range, Less less = {}) {
    return std::min_element(std::begin(range), std::end(range), less);
}

template <typename Range, typename Less = std::less<>>
void sort(Range&& range, Less less = {}) {
    std::sort(std::begin(range), std::end(range), less);
}

template <typename Range, typename Less = std::less<>>
void stable_sort(Range&& range, Less less = {}) {
    std::stable_sort(std::begin(range), std::end(range), less);
}

/// How many elements it has, as steps and cells are counted.
template <typename Range>
constexpr int64_t length(const Range& range) {
    return int64_t(std::size(range));
}

/// Adds all of `more` at the end.
template <typename List, typename Range>
void append(List& list, const Range& more) {
    list.insert(std::end(list), std::begin(more), std::end(more));
}

/// The element at a position that is not negative.
template <typename Range, typename Position>
constexpr decltype(auto) nth(Range&& range, Position position) {
    return range[size_t(position)];
}

}  // namespace upsweep
