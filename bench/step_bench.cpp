// step_bench CONFIG.json [PAIRS.tsv]: a session that trains and decodes by commands on stdin, one a line, answered in
// JSON. docs/speed.md says what uses it.
//   export FILE        the initial weights, as .safetensors
//   first TEXT         the loss of the first step, then a fresh start; the output for TEXT
//   step SECONDS       steps for so long; the best and median milliseconds of a step
//   decode SECONDS     the same for decoding the TEXT of `first`
//   steps COUNT        so many steps; the check code afterwards
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "session/session.h"

namespace {

using seq2seq::Session;

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw seq2seq::Error(seq2seq::ErrorCode::invalid_file, std::string(path) + " cannot be read; allowed: a file");
  return {std::istreambuf_iterator<char>(file), {}};
}

double wall_milliseconds() {
  using std::chrono::duration;
  return duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What this program alone took, on a machine that is shared.
double cpu_milliseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// In blocks long enough for the clocks; at least three.
template <class Call>
void measure(double seconds, Call call) {
  const double began = wall_milliseconds();
  call();
  const double once = std::max(1e-4, wall_milliseconds() - began);
  const int at_once = static_cast<int>(std::max(1.0, 15 / once));
  std::vector<double> cpu, wall;
  while (wall_milliseconds() - began < seconds * 1e3 || cpu.size() < 3) {
    const double cpu_from = cpu_milliseconds(), wall_from = wall_milliseconds();
    for (int i = 0; i < at_once; ++i) call();
    wall.push_back((wall_milliseconds() - wall_from) / at_once);
    cpu.push_back((cpu_milliseconds() - cpu_from) / at_once);
  }
  std::sort(cpu.begin(), cpu.end());
  std::sort(wall.begin(), wall.end());
  std::printf("{\"cpu\":%.9g,\"cpuMedian\":%.9g,\"wall\":%.9g,\"wallMedian\":%.9g}\n", cpu.front(), cpu[cpu.size() / 2],
              wall.front(), wall[wall.size() / 2]);
}

std::vector<seq2seq::StepReport> train(Session& session, std::int64_t steps) {
  seq2seq::Context context;
  return session.train(steps, context);
}

void serve(Session session) {
  std::string line, text;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    std::string command;
    double amount = 0;
    words >> command;
    if (command == "export") {
      std::string path;
      words >> path;
      std::ofstream(path, std::ios::binary) << session.save(false);
      std::printf("{}\n");
    } else if (command == "first") {
      std::getline(words >> std::ws, text);
      const seq2seq::Translation output = session.translate(text);
      std::printf("{\"loss\":%.9g,\"output\":\"%s\",\"steps\":%d}\n", train(session, 1).front().loss,
                  output.text.c_str(), output.rows);
      session.reset();
    } else if (command == "step" && words >> amount) {
      measure(amount, [&] { train(session, 1); });
    } else if (command == "decode" && words >> amount) {
      session.reset();  // one that has learned would stop at EOS, where the peers go on to the last step
      measure(amount, [&] { session.translate(text); });
    } else if (command == "steps" && words >> amount) {
      train(session, static_cast<std::int64_t>(amount));
      std::printf("{\"digest\":\"%s\"}\n", session.digest().c_str());
    } else {
      throw seq2seq::Error(seq2seq::ErrorCode::invalid_value,
                           "command \"" + line + "\"; allowed: export, first, step, decode, steps");
    }
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char** words) {
  try {
    if (count != 2 && count != 3)
      throw seq2seq::Error(seq2seq::ErrorCode::invalid_value,
                           std::to_string(count - 1) + " arguments; allowed: CONFIG.json [PAIRS.tsv]");
    const std::string pairs = count == 3 ? read_file(words[2]) : std::string();
    serve(Session(seq2seq::parse_configuration(read_file(words[1])), count == 3 ? &pairs : nullptr));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "step_bench: %s\n", error.what());
    return 1;
  }
}
