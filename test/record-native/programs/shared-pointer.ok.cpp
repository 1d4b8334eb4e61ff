// The last owner deletes: the count of references orders.
#include <memory>
#include <thread>

int main() {
  auto shared = std::make_shared<int>(42);
  std::thread a([mine = shared] { if (*mine != 42) std::terminate(); });
  std::thread b([mine = shared] { if (*mine != 42) std::terminate(); });
  shared.reset();
  a.join();
  b.join();
}
