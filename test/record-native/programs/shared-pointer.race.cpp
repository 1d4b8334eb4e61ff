// The counts of a shared pointer are safe, the pointer itself is not.
#include <memory>
#include <thread>

std::shared_ptr<int> global = std::make_shared<int>(1);

int main() {
  std::thread writer([] { global = std::make_shared<int>(2); });
  auto mine = global;
  writer.join();
}
