// std::atomic with its default order, wait and notify, and atomic_ref.
#include <atomic>
#include <thread>

int data, counted;
std::atomic<int> ready;

int main() {
  std::thread producer([] {
    data = 42;
    std::atomic_ref(counted).fetch_add(1);
    ready.store(1);
    ready.notify_one();
  });
  std::atomic_ref(counted).fetch_add(1);
  ready.wait(0);
  int seen = data;
  producer.join();
  return seen != 42 || counted != 2;
}
