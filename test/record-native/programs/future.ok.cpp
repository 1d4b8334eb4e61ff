// A promise carries what was written before it was kept; std::async carries its result.
#include <future>

int data;

int main() {
  std::promise<int> promise;
  auto promised = promise.get_future();
  std::thread keeper([&] {
    data = 42;
    promise.set_value(1);
  });
  promised.wait();
  int seen = data;
  auto answer = std::async(std::launch::async, [] { return data + 1; });
  int sum = seen + answer.get();
  keeper.join();
  return sum != 85;
}
