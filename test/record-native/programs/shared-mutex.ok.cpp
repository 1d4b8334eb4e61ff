// Readers share, writers do not.
#include <mutex>
#include <shared_mutex>
#include <thread>

int value;
std::shared_mutex lock;

static void look() {
  for (int i = 0; i < 10; i++) {
    std::shared_lock held(lock);
    if (value < 0) throw value;
  }
}

static void change() {
  for (int i = 0; i < 10; i++) {
    std::unique_lock held(lock);
    value++;
  }
}

int main() {
  std::thread a(look), b(change), c(look);
  a.join();
  b.join();
  c.join();
  return value != 10;
}
