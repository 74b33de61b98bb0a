#include "checking/plain_tape.h"

#include <algorithm>
#include <cmath>
#include <utility>

// The C library's exp, tanh and log: their last bits differ between systems, which no comparison here can see.

namespace seq2seq {

using Values = std::vector<double>;

PlainTape::Node PlainTape::push(Values value, std::function<void(const Values&)> back) {
  steps_.push_back({std::move(value), {}, std::move(back)});
  return steps_.size() - 1;
}

PlainTape::Node PlainTape::constant(Values values) { return push(std::move(values)); }

PlainTape::Node PlainTape::row(PlainWeight& weight, int row) { return part(weight, row * weight.cols, weight.cols); }

PlainTape::Node PlainTape::part(PlainWeight& weight, int first, int count) {
  const auto begin = weight.values.begin() + first;
  return push({begin, begin + count}, [&weight, first](const Values& d) {
    for (std::size_t i = 0; i < d.size(); ++i) weight.gradient[static_cast<std::size_t>(first) + i] += d[i];
  });
}

PlainTape::Node PlainTape::product(PlainWeight& weight, WeightBlock block, Node x, bool transposed) {
  const auto rows = static_cast<std::size_t>(block.rows), cols = static_cast<std::size_t>(block.cols);
  const std::size_t stride = static_cast<std::size_t>(weight.cols);
  const std::size_t first =
      static_cast<std::size_t>(block.first_row) * stride + static_cast<std::size_t>(block.first_col);
  const double* const in = value(x).data();
  Values out(transposed ? cols : rows, 0);
  for (std::size_t r = 0; r < rows; ++r) {
    const double* const w = weight.values.data() + first + r * stride;
    if (transposed) {
      for (std::size_t c = 0; c < cols; ++c) out[c] += w[c] * in[r];
      continue;
    }
    double sums[4] = {0, 0, 0, 0};  // four at a time: nearly all of a check's time is spent here
    std::size_t c = 0;
    for (; c + 4 <= cols; c += 4)
      for (std::size_t k = 0; k < 4; ++k) sums[k] += w[c + k] * in[c + k];
    for (; c < cols; ++c) sums[0] += w[c] * in[c];
    out[r] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  return push(std::move(out), [this, &weight, first, stride, rows, cols, x, transposed](const Values& d) {
    const double* const in_values = value(x).data();
    double* const d_in = gradient(x).data();
    for (std::size_t r = 0; r < rows; ++r) {
      const double* const w = weight.values.data() + first + r * stride;
      double* const d_w = weight.gradient.data() + first + r * stride;
      if (transposed) {
        double sum = 0;
        for (std::size_t c = 0; c < cols; ++c) sum += d[c] * w[c];
        d_in[r] += sum;
        for (std::size_t c = 0; c < cols; ++c) d_w[c] += d[c] * in_values[r];
      } else {
        for (std::size_t c = 0; c < cols; ++c) d_in[c] += d[r] * w[c];
        for (std::size_t c = 0; c < cols; ++c) d_w[c] += d[r] * in_values[c];
      }
    }
  });
}

PlainTape::Node PlainTape::add(Node a, Node b) {
  Values out = value(a);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += value(b)[i];
  return push(std::move(out), [this, a, b](const Values& d) {
    for (std::size_t i = 0; i < d.size(); ++i) gradient(a)[i] += d[i];
    for (std::size_t i = 0; i < d.size(); ++i) gradient(b)[i] += d[i];
  });
}

PlainTape::Node PlainTape::multiply(Node a, Node b) {
  Values out = value(a);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] *= value(b)[i];
  return push(std::move(out), [this, a, b](const Values& d) {
    for (std::size_t i = 0; i < d.size(); ++i) gradient(a)[i] += d[i] * value(b)[i];
    for (std::size_t i = 0; i < d.size(); ++i) gradient(b)[i] += d[i] * value(a)[i];
  });
}

PlainTape::Node PlainTape::scale(Node x, double factor) {
  Values out = value(x);
  for (double& v : out) v *= factor;
  return push(std::move(out), [this, x, factor](const Values& d) {
    for (std::size_t i = 0; i < d.size(); ++i) gradient(x)[i] += d[i] * factor;
  });
}

PlainTape::Node PlainTape::one_minus(Node x) { return add(constant(Values(value(x).size(), 1)), scale(x, -1)); }

template <class Function, class Slope>
PlainTape::Node PlainTape::map(Node x, Function function, Slope slope) {
  Values out = value(x);
  for (double& v : out) v = function(v);
  const Node self = steps_.size();
  return push(std::move(out), [this, x, self, slope](const Values& d) {
    for (std::size_t i = 0; i < d.size(); ++i) gradient(x)[i] += d[i] * slope(value(self)[i]);
  });
}

PlainTape::Node PlainTape::sigmoid(Node x) {
  return map(
      x, [](double v) { return 1 / (1 + std::exp(-v)); }, [](double y) { return y * (1 - y); });
}
PlainTape::Node PlainTape::tanh(Node x) {
  return map(
      x, [](double v) { return std::tanh(v); }, [](double y) { return 1 - y * y; });
}
PlainTape::Node PlainTape::relu(Node x) {
  return map(
      x, [](double v) { return std::max(v, 0.0); }, [](double y) { return y > 0 ? 1.0 : 0.0; });
}
PlainTape::Node PlainTape::log(Node x) {
  return map(
      x, [](double v) { return std::log(v); }, [](double y) { return std::exp(-y); });
}

PlainTape::Node PlainTape::concatenate(const std::vector<Node>& parts) {
  Values out;
  for (const Node part : parts) out.insert(out.end(), value(part).begin(), value(part).end());
  return push(std::move(out), [this, parts](const Values& d) {
    std::size_t at = 0;
    for (const Node part : parts)
      for (double& into : gradient(part)) into += d[at++];
  });
}

PlainTape::Node PlainTape::dot(Node a, Node b) {
  double sum = 0;
  for (std::size_t i = 0; i < value(a).size(); ++i) sum += value(a)[i] * value(b)[i];
  return push({sum}, [this, a, b](const Values& d) {
    for (std::size_t i = 0; i < value(a).size(); ++i) gradient(a)[i] += d[0] * value(b)[i];
    for (std::size_t i = 0; i < value(a).size(); ++i) gradient(b)[i] += d[0] * value(a)[i];
  });
}

PlainTape::Node PlainTape::weighted_sum(Node weights, const std::vector<Node>& of) {
  Values out(value(of.front()).size(), 0);
  for (std::size_t i = 0; i < of.size(); ++i)
    for (std::size_t k = 0; k < out.size(); ++k) out[k] += value(weights)[i] * value(of[i])[k];
  return push(std::move(out), [this, weights, of](const Values& d) {
    for (std::size_t i = 0; i < of.size(); ++i)
      for (std::size_t k = 0; k < d.size(); ++k) {
        gradient(weights)[i] += d[k] * value(of[i])[k];
        gradient(of[i])[k] += d[k] * value(weights)[i];
      }
  });
}

PlainTape::Node PlainTape::softmax(Node x) {
  Values out = value(x);
  const double largest = *std::max_element(out.begin(), out.end());
  double sum = 0;
  for (double& v : out) sum += v = std::exp(v - largest);
  for (double& v : out) v /= sum;
  const Node self = steps_.size();
  return push(std::move(out), [this, x, self](const Values& d) {
    const Values& y = value(self);
    double mean = 0;
    for (std::size_t i = 0; i < d.size(); ++i) mean += d[i] * y[i];
    for (std::size_t i = 0; i < d.size(); ++i) gradient(x)[i] += y[i] * (d[i] - mean);
  });
}

PlainTape::Node PlainTape::pick(Node x, int index) {
  const auto at = static_cast<std::size_t>(index);
  return push({value(x)[at]}, [this, x, at](const Values& d) { gradient(x)[at] += d[0]; });
}

PlainTape::Node PlainTape::scatter(Node x, const std::vector<int>& places, int size) {
  Values out(static_cast<std::size_t>(size), 0);
  for (std::size_t i = 0; i < places.size(); ++i) out[static_cast<std::size_t>(places[i])] += value(x)[i];
  return push(std::move(out), [this, x, places](const Values& d) {
    for (std::size_t i = 0; i < places.size(); ++i) gradient(x)[i] += d[static_cast<std::size_t>(places[i])];
  });
}

void PlainTape::backward(Node of) {
  for (Step& step : steps_) step.gradient.assign(step.value.size(), 0);
  steps_[of].gradient[0] = 1;
  for (std::size_t i = of + 1; i-- > 0;)
    if (steps_[i].back) steps_[i].back(steps_[i].gradient);
}

}  // namespace seq2seq
