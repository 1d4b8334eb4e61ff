// std::thread, std::mutex and std::lock_guard; std::jthread and std::scoped_lock.
#include <mutex>
#include <thread>

int value;
std::mutex lock, second;
std::recursive_mutex again;

static void work() {
  for (int i = 0; i < 10; i++) {
    std::lock_guard held(lock);
    value++;
  }
  std::scoped_lock two(lock, second);
  value++;
  std::unique_lock outer(again), inner(again, std::defer_lock);
}

int main() {
  std::jthread a(work), b(work);
  a.join();
  b.join();
  return value != 22;
}
