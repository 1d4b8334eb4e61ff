// C++20: latch, barrier and semaphore.
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>

int a, b, c;
std::latch ready(1);
std::barrier phase(2);
std::binary_semaphore turn(1);

static void count() {
  turn.acquire();
  c++;
  turn.release();
}

int main() {
  std::thread other([] {
    a = 1;
    ready.count_down();
    phase.arrive_and_wait();
    if (b != 2) std::terminate();
    count();
  });
  ready.wait();
  if (a != 1) std::terminate();
  b = 2;
  phase.arrive_and_wait();
  count();
  other.join();
  return c != 2;
}
