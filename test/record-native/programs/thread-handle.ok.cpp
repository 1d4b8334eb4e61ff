// Handles of threads that move, are made by threads, and are given to others in order.
#include <future>
#include <mutex>
#include <thread>
#include <vector>

std::mutex lock;
std::vector<std::thread> workers;
int sum;

static void adds(int by) {
  std::lock_guard<std::mutex> held(lock);
  sum += by;
}

static void makes() {
  std::lock_guard<std::mutex> held(lock);
  for (int i = 0; i < 4; i++) workers.emplace_back(adds, i);
}

int main() {
  std::thread maker(makes);
  auto later = std::async(std::launch::async, [] { adds(10); });
  std::thread moved = std::move(maker);
  moved.join();
  for (auto &worker : workers) worker.join();
  later.get();
  {
    std::jthread stops([](std::stop_token stop) { while (!stop.stop_requested()) std::this_thread::yield(); });
  }
  return sum == 16 ? 0 : 1;
}
