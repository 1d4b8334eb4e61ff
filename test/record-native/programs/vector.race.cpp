// push_back may move what the other thread reads.
#include <thread>
#include <vector>

std::vector<int> numbers(4, 1);

int main() {
  std::thread writer([] { numbers.push_back(2); });
  int seen = numbers.size();
  writer.join();
  return seen < 0;
}
