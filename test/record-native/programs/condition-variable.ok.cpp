// std::condition_variable with a predicate, and one with a time limit.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

int data;
bool ready;
std::mutex lock;
std::condition_variable changed;

int main() {
  std::thread producer([] {
    data = 42;
    std::lock_guard held(lock);
    ready = true;
    changed.notify_all();
  });
  {
    std::unique_lock held(lock);
    changed.wait_for(held, std::chrono::seconds(5), [] { return ready; });
  }
  int seen = data;
  producer.join();
  return seen != 42;
}
