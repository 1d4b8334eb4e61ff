// Two locks in two orders, by a function that backs off.
#include <mutex>
#include <thread>
#include "suite.h"

std::mutex a, b;
int sum;

int main() {
  std::thread forwards([] {
    for (int i = 0; i < 50; i++) {
      std::scoped_lock both(a, b);
      sum++;
    }
  });
  std::thread backwards([] {
    for (int i = 0; i < 50; i++) {
      std::scoped_lock both(b, a);
      sum++;
    }
  });
  forwards.join();
  backwards.join();
}
