// A thread asks its own handle, which its maker may still be filling.
#include <thread>

struct Made {
  bool same = false;
  std::thread thread;
  Made() : thread([this] { same = thread.get_id() == std::this_thread::get_id(); }) {}
};

int main() {
  Made made;
  made.thread.join();
  return 0;
}
