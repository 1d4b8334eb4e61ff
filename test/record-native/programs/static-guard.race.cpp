// The guard protects the making of a static, not its use.
#include <thread>

struct Table {
  int size;
  Table() : size(42) {}
};

static Table &table() {
  static Table only;
  return only;
}

static void work() { table().size++; }

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
