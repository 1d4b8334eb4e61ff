/* Threads write parts of these. */
struct {
  int hits;
  struct {
    double x, y;
  } last;
  unsigned char seen[4];
} stats;

static int count;
long long table[8];

__attribute__((export_name("touch"))) void touch(int which) {
  static int calls;
  switch (which) {
    case 0: stats.hits = 1; break;
    case 1: stats.last.y = 1; break;
    case 2: stats.seen[2] = 1; break;
    case 3: count++; break;
    case 4: table[5] = 1; break;
    case 5: calls++; break;
    default: *(volatile int *)60000 = 1;
  }
}
