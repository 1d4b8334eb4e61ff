// std::call_once, and a static of a function, which is guarded by the compiler.
#include <mutex>
#include <thread>

struct Table {
  int size;
  Table() : size(42) {}
};

int made;
std::once_flag once;

static Table &table() {
  static Table only;
  return only;
}

static void work() {
  std::call_once(once, [] { made = 1; });
  if (made != 1 || table().size != 42) std::terminate();
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
