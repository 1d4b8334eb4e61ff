// Different elements of one vector.
#include <thread>
#include <vector>

std::vector<int> numbers(4, 1);

int main() {
  std::thread writer([] { numbers[0]++; });
  numbers[1]++;
  writer.join();
  return numbers[0] + numbers[1] != 4;
}
