// Only the first thread is left, and waits to be woken.
#include <condition_variable>
#include <mutex>
#include <thread>
#include "suite.h"

std::mutex m;
std::condition_variable c;
int sum;

int main() {
  std::thread([] {
    std::lock_guard<std::mutex> lock(m);
    sum++;
    c.notify_all();
  }).join();
  std::unique_lock<std::mutex> lock(m);
  c.wait(lock, [] { return sum == 2; });
}
