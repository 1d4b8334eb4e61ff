// Exceptions, templates, lambdas, methods, and calls by the standard library.
#include "stacks.h"
#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <thread>
#include <vector>

int thrown;      // touch < large < catches < first | touch < second
int thrown_far;  // touch < large < catches_far < first | touch < second
int cleaned;     // touch < cleans::~cleans < passes < catches_again < first | touch < second
int rethrown;    // touch < large < catches_twice < first | touch < second
int of_template; // touch < holder::add < templates < first | touch < second
int of_many;     // touch < sum < sum < sum < packs < first | touch < second
int of_lambda;   // touch < lambdas::lambda::operator() < lambdas < first | touch < second
int of_function; // touch < functions::lambda::operator() < hands < functions < first | touch < second
int of_virtual;  // touch < derived::act < acts < virtuals < first | touch < second
int compared;    // touch < sorts::lambda::operator() < sorts < first | touch < second
int in_space;    // touch < shop::till::add < spaces < first | touch < second
int constructed; // touch < made::made < constructs < first | touch < second
int after;       // touch < large < first | touch < second

FAR static void throws() { throw std::runtime_error("out"); }
FAR static void between() {
  throws();
  zero = 0;
}
FAR static void catches() {
  try {
    between();
  } catch (const std::exception &) {
    large(&thrown);
  }
}
FAR static void throws_from(int depth) {
  if (!depth) throw depth;
  throws_from(depth - 1);
  zero = 0;
}
FAR static void catches_far() {
  try {
    throws_from(100);
  } catch (int) {
    large(&thrown_far);
  }
}
struct cleans {
  FAR ~cleans() { touch(&cleaned); }
};
FAR static void passes() {
  cleans on_the_way;
  throws();
}
FAR static void catches_again() {
  try {
    passes();
  } catch (...) {
  }
}
FAR static void rethrows() {
  try {
    throws();
  } catch (...) {
    throw;
  }
}
FAR static void catches_twice() {
  try {
    rethrows();
  } catch (...) {
  }
  large(&rethrown);
}

template <class T> struct holder {
  FAR void add(int *p) { touch(p); }
};
FAR static void templates() { holder<int>().add(&of_template); }
FAR static void sum(int *p) { touch(p); }
template <class... More> FAR void sum(int *p, int, More... more) {
  sum(p, more...);
  zero = 0;
}
FAR static void packs() { sum(&of_many, 1, 2); }

FAR static void lambdas() {
  auto add = [](int *p) FAR { touch(p); };
  add(&of_lambda);
}
FAR static void hands(const std::function<void()> &f) {
  f();
  zero = 0;
}
FAR static void functions() {
  hands([] { touch(&of_function); });
}

struct base {
  virtual void act(int *p) = 0;
  virtual ~base() = default;
};
struct derived final : base {
  FAR void act(int *p) override { touch(p); }
};
FAR static void acts(base &b) { b.act(&of_virtual); }
FAR static void virtuals() {
  derived d;
  acts(d);
}

FAR static void sorts() {
  std::vector<int> numbers{2, 1};
  std::sort(numbers.begin(), numbers.end(), [](int a, int b) {
    if (!zero++) touch(&compared);
    return a < b;
  });
  zero = 0;
}

namespace shop {
struct till {
  std::map<int, int *> drawers;
  FAR void add(int key) { touch(drawers.at(key)); }
};
} // namespace shop
FAR static void spaces() {
  shop::till till;
  till.drawers[1] = &in_space;
  till.add(1);
}
struct made {
  FAR explicit made(int *p) { touch(p); }
};
FAR static void constructs() { made here(&constructed); }

static void first() {
  catches();
  catches_far();
  catches_again();
  catches_twice();
  templates();
  packs();
  lambdas();
  functions();
  virtuals();
  sorts();
  spaces();
  constructs();
  large(&after);
}
static void second() {
  TOUCH_ALL(&thrown, &thrown_far, &cleaned, &rethrown, &of_template, &of_many, &of_lambda, &of_function, &of_virtual, &compared, &in_space,
            &constructed, &after);
}
int main() {
  std::thread a(first), b(second);
  a.join();
  b.join();
}
