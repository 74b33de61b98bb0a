// Sorting for everything that is no hot loop. std::sort becomes a kilobyte of code for each kind of comparison and
// list, and the module is downloaded before anything can be shown; here one sort serves all, and only the comparison
// differs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace seq2seq {

// Whether what stands at place `a` comes before what stands at place `b`.
using PlaceBefore = bool (*)(const void* context, std::uint32_t a, std::uint32_t b);
std::vector<std::uint32_t> order_of(std::size_t count, PlaceBefore before, const void* context);

// The places 0 to count - 1 as `before(a, b)` orders them; equal ones stay as they are.
template <class Before>
std::vector<std::uint32_t> order_of(std::size_t count, const Before& before) {
  const PlaceBefore call = [](const void* context, std::uint32_t a, std::uint32_t b) {
    return bool{(*static_cast<const Before*>(context))(a, b)};
  };
  return order_of(count, call, &before);
}

// Orders a list by `before(one, other)`; equal ones stay as they are.
template <class Item, class Before>
void sort_stably(std::vector<Item>& list, const Before& before) {
  const std::vector<std::uint32_t> order =
      order_of(list.size(), [&](std::uint32_t a, std::uint32_t b) { return before(list[a], list[b]); });
  std::vector<Item> sorted;
  sorted.reserve(list.size());
  for (const std::uint32_t place : order) sorted.push_back(std::move(list[place]));
  list = std::move(sorted);
}

}  // namespace seq2seq
