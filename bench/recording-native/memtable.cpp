// The write path of a log-structured store: writers queue up, the first of them inserts the batch of all into a skip list without the lock,
// readers search the lists at the sequence number of a snapshot, and a thread in the background makes sorted tables of full lists.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

constexpr int WRITERS = 2, READERS = 2, KEYS = 20000, HEIGHT = 12;
constexpr std::size_t FULL = 8000, MOST_IN_BATCH = 32, CHUNK = 1 << 16;

using Sequence = unsigned long;

struct Entry {
  unsigned key;
  Sequence sequence;
  unsigned value;
};

/** Keys ascend; of one key the newest comes first, so that a search for a snapshot ends at what it may see. */
static bool before(const Entry &a, unsigned key, Sequence sequence) {
  return a.key != key ? a.key < key : a.sequence > sequence;
}

/** Insertions come one after another; searches need no lock, because a node is complete when it is linked. Nodes live as long as the list. */
class SkipList {
 public:
  struct Node {
    Entry entry;
    std::atomic<Node *> *next;
  };

  SkipList() : head_(made({}, HEIGHT)) {}

  void insert(const Entry &entry) {
    Node *previous[HEIGHT];
    Node *at = head_;
    for (int level = HEIGHT - 1; level >= 0; level--) {
      at = last_before(at, level, entry.key, entry.sequence);
      previous[level] = at;
    }
    int height = 1;
    while (height < HEIGHT && (random_ = random_ * 1664525 + 1013904223) >> 30 == 0) height++;
    Node *node = made(entry, height);
    for (int level = 0; level < height; level++) {
      node->next[level].store(previous[level]->next[level].load(std::memory_order_relaxed), std::memory_order_relaxed);
      previous[level]->next[level].store(node, std::memory_order_release);
    }
    size_++;
  }

  std::optional<unsigned> find(unsigned key, Sequence snapshot) const {
    Node *at = head_;
    for (int level = HEIGHT - 1; level >= 0; level--) at = last_before(at, level, key, snapshot);
    const Node *found = at->next[0].load(std::memory_order_acquire);
    if (!found || found->entry.key != key) return std::nullopt;
    return found->entry.value;
  }

  const Node *first() const { return head_->next[0].load(std::memory_order_acquire); }
  std::size_t size() const { return size_; }

 private:
  static Node *last_before(Node *at, int level, unsigned key, Sequence sequence) {
    for (;;) {
      Node *next = at->next[level].load(std::memory_order_acquire);
      if (!next || !before(next->entry, key, sequence)) return at;
      at = next;
    }
  }

  Node *made(const Entry &entry, int height) {
    std::size_t bytes = sizeof(Node) + height * sizeof(std::atomic<Node *>);
    if (chunks_.empty() || used_ + bytes > CHUNK) {
      chunks_.push_back(std::make_unique<std::byte[]>(CHUNK));
      used_ = 0;
    }
    std::byte *place = chunks_.back().get() + used_;
    used_ += bytes;
    auto *next = reinterpret_cast<std::atomic<Node *> *>(place + sizeof(Node));
    for (int level = 0; level < height; level++) new (&next[level]) std::atomic<Node *>(nullptr);
    return new (place) Node{entry, next};
  }

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::size_t used_ = 0, size_ = 0;
  unsigned random_ = 1;
  Node *head_;
};

/** What the background thread makes: sorted, the newest value of each key, never changed. */
using SortedTable = std::vector<Entry>;

class Store {
 public:
  Store() : background_([this] { flush(); }) {}

  ~Store() {
    {
      std::scoped_lock guard(lock_);
      closing_ = true;
    }
    work_.notify_one();
    background_.join();
  }

  void put(unsigned key, unsigned value) {
    Writer self{key, value, false, {}};
    std::unique_lock guard(lock_);
    writers_.push_back(&self);
    self.turn.wait(guard, [&] { return self.done || writers_.front() == &self; });
    if (self.done) return;
    make_room(guard);
    std::vector<Entry> batch;
    Sequence sequence = last_;
    for (Writer *writer : writers_) {
      if (batch.size() == MOST_IN_BATCH) break;
      batch.push_back({writer->key, ++sequence, writer->value});
    }
    std::shared_ptr<SkipList> list = list_;
    guard.unlock();
    for (const Entry &entry : batch) list->insert(entry);
    guard.lock();
    last_ = sequence;
    for (std::size_t n = 0; n < batch.size(); n++) {
      Writer *ready = writers_.front();
      writers_.pop_front();
      ready->done = true;
      if (ready != &self) ready->turn.notify_one();
    }
    if (!writers_.empty()) writers_.front()->turn.notify_one();
  }

  std::optional<unsigned> get(unsigned key) {
    std::unique_lock guard(lock_);
    Sequence snapshot = last_;
    std::shared_ptr<SkipList> list = list_, full = full_;
    std::shared_ptr<const SortedTable> table = table_;
    guard.unlock();
    if (auto value = list->find(key, snapshot)) return value;
    if (full)
      if (auto value = full->find(key, snapshot)) return value;
    auto found = std::lower_bound(table->begin(), table->end(), key, [](const Entry &a, unsigned b) { return a.key < b; });
    if (found == table->end() || found->key != key) return std::nullopt;
    return found->value;
  }

 private:
  struct Writer {
    unsigned key, value;
    bool done;
    std::condition_variable turn;
  };

  /** Only the first writer comes here, and no other inserts meanwhile: the size is its own. */
  void make_room(std::unique_lock<std::mutex> &guard) {
    if (list_->size() < FULL) return;
    flushed_.wait(guard, [this] { return !full_; });
    full_ = std::move(list_);
    list_ = std::make_shared<SkipList>();
    work_.notify_one();
  }

  void flush() {
    std::unique_lock guard(lock_);
    for (;;) {
      work_.wait(guard, [this] { return full_ || closing_; });
      if (!full_) return;
      std::shared_ptr<SkipList> full = full_;
      std::shared_ptr<const SortedTable> old = table_;
      guard.unlock();
      auto merged = std::make_shared<const SortedTable>(merge(*full, *old));
      guard.lock();
      table_ = merged;
      full_ = nullptr;
      flushed_.notify_all();
    }
  }

  static SortedTable merge(const SkipList &list, const SortedTable &old) {
    SortedTable merged;
    auto rest = old.begin();
    for (const SkipList::Node *node = list.first(); node; node = node->next[0].load(std::memory_order_acquire)) {
      const Entry &entry = node->entry;
      if (!merged.empty() && merged.back().key == entry.key) continue;
      while (rest != old.end() && rest->key < entry.key) merged.push_back(*rest++);
      if (rest != old.end() && rest->key == entry.key) rest++;
      merged.push_back(entry);
    }
    merged.insert(merged.end(), rest, old.end());
    return merged;
  }

  std::mutex lock_;
  std::condition_variable work_, flushed_;
  std::deque<Writer *> writers_;
  /** The last sequence number that readers may see; entries above it may still be on their way into the list. */
  Sequence last_ = 0;
  std::shared_ptr<SkipList> list_ = std::make_shared<SkipList>(), full_;
  std::shared_ptr<const SortedTable> table_ = std::make_shared<const SortedTable>();
  bool closing_ = false;
  std::thread background_;
};

int main(int count, char **arguments) {
  int operations = (count > 1 ? std::atoi(arguments[1]) : 20000) / (WRITERS + READERS);
  unsigned long wrong[READERS] = {};
  {
    Store store;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < WRITERS + READERS; i++)
      threads.emplace_back([&store, &wrong, operations, i] {
        unsigned random = i + 1;
        for (int n = 0; n < operations; n++) {
          unsigned key = ((random = random * 1664525 + 1013904223) >> 8) % KEYS;
          if (i < WRITERS) store.put(key, key + 1);
          else wrong[i - WRITERS] += store.get(key).value_or(key + 1) != key + 1;
        }
      });
    for (std::thread &thread : threads) thread.join();
  }
  std::printf("%lu wrong\n", wrong[0] + wrong[1]);
  return wrong[0] + wrong[1] > 0;
}
