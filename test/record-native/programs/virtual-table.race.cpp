// A virtual call while the object is being destroyed: the pointer to the table of functions changes.
#include <new>
#include <thread>
#include <unistd.h>

struct Base {
  virtual int name() { return 1; }
  virtual ~Base() { usleep(1000); }
};
struct Derived : Base {
  int name() override { return 2; }
  ~Derived() override { usleep(1000); }
};

alignas(Derived) char room[sizeof(Derived)];

int main() {
  Base *object = new (room) Derived;
  std::thread caller([object] { object->name(); });
  object->~Base();
  caller.join();
}
