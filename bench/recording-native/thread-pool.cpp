// A pool of threads as a C++ library makes it: tasks of any type go through a queue of std::function, results come back by futures, and
// loops are cut into blocks. Small tasks, so that the pool and the allocator are most of the work.
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <type_traits>
#include <vector>

class ThreadPool {
 public:
  explicit ThreadPool(unsigned count) {
    for (unsigned i = 0; i < count; i++) threads_.emplace_back([this] { work(); });
  }

  ~ThreadPool() {
    wait();
    {
      std::scoped_lock guard(lock_);
      running_ = false;
    }
    available_.notify_all();
    for (std::thread &thread : threads_) thread.join();
  }

  template <typename Task>
  std::future<std::invoke_result_t<Task>> submit(Task task) {
    auto packaged = std::make_shared<std::packaged_task<std::invoke_result_t<Task>()>>(std::move(task));
    auto result = packaged->get_future();
    {
      std::scoped_lock guard(lock_);
      tasks_.emplace([packaged] { (*packaged)(); });
    }
    available_.notify_one();
    return result;
  }

  /** A task for each block of first to end; the futures of all of them. */
  template <typename Block>
  auto submit_blocks(std::size_t first, std::size_t end, std::size_t blocks, Block block) {
    std::vector<std::future<std::invoke_result_t<Block, std::size_t, std::size_t>>> results;
    for (std::size_t b = 0; b < blocks; b++) {
      std::size_t from = first + (end - first) * b / blocks, to = first + (end - first) * (b + 1) / blocks;
      results.push_back(submit([block, from, to] { return block(from, to); }));
    }
    return results;
  }

  void wait() {
    std::unique_lock guard(lock_);
    done_.wait(guard, [this] { return tasks_.empty() && busy_ == 0; });
  }

 private:
  void work() {
    std::unique_lock guard(lock_);
    for (;;) {
      available_.wait(guard, [this] { return !tasks_.empty() || !running_; });
      if (tasks_.empty()) return;
      std::function<void()> task = std::move(tasks_.front());
      tasks_.pop();
      busy_++;
      guard.unlock();
      task();
      task = nullptr;
      guard.lock();
      if (--busy_ == 0 && tasks_.empty()) done_.notify_all();
    }
  }

  std::mutex lock_;
  std::condition_variable available_, done_;
  std::queue<std::function<void()>> tasks_;
  unsigned busy_ = 0;
  bool running_ = true;
  std::vector<std::thread> threads_;
};

int main(int count, char **arguments) {
  std::size_t rounds = (count > 1 ? std::atoi(arguments[1]) : 10000) / 100;
  std::vector<unsigned> squares(4096);
  unsigned long total = 0;
  ThreadPool pool(4);
  for (std::size_t round = 0; round < rounds; round++) {
    std::vector<std::future<unsigned long>> small;
    for (std::size_t i = 0; i < 68; i++) small.push_back(pool.submit([i, round] { return (unsigned long)(i ^ round); }));
    for (auto &result : small) total += result.get();
    for (auto &done : pool.submit_blocks(0, squares.size(), 16, [&](std::size_t from, std::size_t to) {
           for (std::size_t i = from; i < to; i++) squares[i] = (unsigned)(i * i + round);
         }))
      done.get();
    auto sums = pool.submit_blocks(0, squares.size(), 16, [&](std::size_t from, std::size_t to) {
      unsigned long sum = 0;
      for (std::size_t i = from; i < to; i++) sum += squares[i];
      return sum;
    });
    for (auto &sum : sums) total += sum.get();
  }
  pool.wait();
  std::printf("%lu\n", total);
  return 0;
}
