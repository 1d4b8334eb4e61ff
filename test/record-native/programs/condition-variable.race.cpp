// The data is written after the notification.
#include <condition_variable>
#include <mutex>
#include <thread>

int data;
bool ready;
std::mutex lock;
std::condition_variable changed;

int main() {
  std::thread producer([] {
    {
      std::lock_guard held(lock);
      ready = true;
    }
    changed.notify_one();
    data = 42;
  });
  {
    std::unique_lock held(lock);
    changed.wait(held, [] { return ready; });
  }
  int seen = data;
  producer.join();
  return seen < 0;
}
