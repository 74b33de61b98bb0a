// Arithmetic on vectors of double that remembers how it was done, so that gradients follow from any forward pass.
// Slow and short, on purpose: the checks hold it beside the engine, with which it shares no code.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace seq2seq {

// One parameter; a vector has one row.
struct PlainWeight {
  int rows = 0, cols = 0;
  std::vector<double> values;    // row-major
  std::vector<double> gradient;  // added to by Tape::backward
};

// A part of a weight: rows first_row.. and columns first_col.. of it.
struct WeightBlock {
  int first_row, rows, first_col, cols;
};

class PlainTape {
 public:
  using Node = std::size_t;

  const std::vector<double>& value(Node x) const { return steps_[x].value; }
  double scalar(Node x) const { return steps_[x].value.front(); }

  Node constant(std::vector<double> values);
  Node zeros(int size) { return constant(std::vector<double>(static_cast<std::size_t>(size), 0)); }
  Node detached(Node x) { return constant(value(x)); }  // the value without its history

  Node row(PlainWeight& weight, int row);                                         // a row of a table
  Node part(PlainWeight& weight, int first, int count);                           // some entries in a row
  Node product(PlainWeight& weight, WeightBlock block, Node x, bool transposed);  // W x, or W^T x

  Node add(Node a, Node b);
  Node multiply(Node a, Node b);  // entry by entry
  Node scale(Node x, double factor);
  Node one_minus(Node x);
  Node sigmoid(Node x);
  Node tanh(Node x);
  Node relu(Node x);
  Node concatenate(const std::vector<Node>& parts);
  Node dot(Node a, Node b);                                      // one entry
  Node weighted_sum(Node weights, const std::vector<Node>& of);  // sum of weights[i] of[i]
  Node softmax(Node x);
  Node log(Node x);
  Node pick(Node x, int index);  // one entry
  // A vector of `size` with x[i] added at places[i].
  Node scatter(Node x, const std::vector<int>& places, int size);

  // Adds the gradient of node `of`, which has one entry, to every weight that took part. Once per tape.
  void backward(Node of);

 private:
  struct Step {
    std::vector<double> value, gradient;
    std::function<void(const std::vector<double>& gradient)> back;  // hands the gradient on
  };
  Node push(std::vector<double> value, std::function<void(const std::vector<double>&)> back = {});
  std::vector<double>& gradient(Node x) { return steps_[x].gradient; }
  template <class Function, class Slope>
  Node map(Node x, Function function, Slope slope);  // slope(result)

  std::vector<Step> steps_;
};

}  // namespace seq2seq
