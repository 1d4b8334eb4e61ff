// A cycle of three locks that no two of the threads make.
#include <mutex>
#include <thread>
#include "suite.h"

std::mutex locks[3];
int sums[3];

static void add(int i) {
  std::lock_guard<std::mutex> first(locks[i]);
  reached();
  after(3);
  std::lock_guard<std::mutex> second(locks[(i + 1) % 3]);
  sums[i]++;
}
int main() {
  std::thread threads[] = {std::thread(add, 0), std::thread(add, 1), std::thread(add, 2)};
  for (auto &thread : threads) thread.join();
}
