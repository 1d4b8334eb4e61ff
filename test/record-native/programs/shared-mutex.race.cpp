// Two threads write, each with a shared lock.
#include <mutex>
#include <shared_mutex>
#include <thread>

int value;
std::shared_mutex lock;

static void work() {
  std::shared_lock held(lock);
  value++;
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
