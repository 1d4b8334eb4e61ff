// std::thread, no lock.
#include <thread>

int value;

int main() {
  std::thread other([] { value++; });
  value++;
  other.join();
}
