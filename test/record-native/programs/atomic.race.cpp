// A relaxed flag, and a plain int that somebody else makes atomic.
#include <atomic>
#include <thread>

int data;
std::atomic<bool> ready;

int main() {
  std::thread producer([] {
    data = 42;
    ready.store(true, std::memory_order_relaxed);
  });
  while (!ready.load(std::memory_order_relaxed)) std::this_thread::yield();
  int seen = data;
  producer.join();
  return seen < 0;
}
