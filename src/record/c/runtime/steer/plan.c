// Reads a plan. It may come from anywhere: whatever is not as docs/steering-format.md has it makes the whole of it invalid. The words stay where they were read to.
#include "steer.h"
#include "../core/system.h"
#include <fcntl.h>
#include <sys/mman.h>

struct ft_plan ft_plan;
// Of the present line.
enum { WORDS = FT_SITES + 8, LONGEST = 512, LONGEST_PATH = 64, LONGEST_TIME = 3600000 };
static char *word[WORDS];
static unsigned words;

static int number(const char *text, uint64_t most, uint64_t *value) {
  *value = 0;
  if (!*text || ft_length(text) > 10) return 0;
  for (; *text; text++) {
    if (*text < '0' || *text > '9') return 0;
    *value = *value * 10 + *text - '0';
  }
  return *value <= most;
}

static int is_path(const char *text) {
  int digits = 0;
  if (ft_length(text) >= LONGEST_PATH) return 0;
  for (; *text; text++) {
    if (*text >= '0' && *text <= '9') digits++;
    else if (*text != '.' || !digits) return 0;
    else digits = 0;
    if (digits > 9) return 0;
  }
  return digits > 0;
}

static int one_of(const char *text, const char *const *known) {
  for (int i = 0; known[i]; i++)
    if (ft_same_text(text, known[i])) return i;
  return -1;
}

static int digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

// What stands for a byte becomes the byte. Zero if it is no word.
static int unescape(char *text) {
  char *to = text;
  if (ft_length(text) > LONGEST) return 0;
  for (; *text; text++) {
    if (*text <= ' ' || *text >= 0x7f) return 0;
    if (*text != '%') {
      *to++ = *text;
      continue;
    }
    int high = digit(text[1]), low = high < 0 ? -1 : digit(text[2]);
    if (low < 0 || high * 16 + low == 0) return 0;
    *to++ = (char)(high * 16 + low);
    text += 2;
  }
  *to = 0;
  return 1;
}

// The words from `from` on as sites of the plan.
static const char *take_sites(unsigned from, uint32_t *first, uint32_t *count) {
  *first = ft_plan.all_sites;
  *count = words - from;
  if (words <= from || *count > FT_SITES) return "a line has no sites, or too many";
  for (unsigned i = from; i < words; i++) {
    if (!unescape(word[i])) return "a site is no word";
    ft_plan.site[ft_plan.all_sites++] = (struct ft_site){word[i], 0};
  }
  return NULL;
}

static const char *take_target(void) {
  // One that compares is in a trace as what it turned out to be.
  enum { READS = 1 << FT_READS | 1 << FT_ATOMIC_READS | 1 << FT_ATOMIC_COMPARES };
  enum { WRITES = 1 << FT_WRITES | 1 << FT_ATOMIC_WRITES | 1 << FT_ATOMIC_COMPARES };
  static const char *const kinds[] = {"read", "write", "access", "acquire", NULL};
  static const unsigned doings[] = {
      READS,
      WRITES,
      READS | WRITES,
      1 << FT_ACQUIRES | 1 << FT_SHARES,
  };
  int kind = words < 3 ? -1 : one_of(word[1], kinds), anybody = kind >= 0 && ft_same_text(word[2], "*");
  if (kind < 0 || (!anybody && !is_path(word[2]))) return "a target is not as it should be";
  if (ft_plan.targets == FT_TARGETS) return "too many targets";
  struct ft_target *t = &ft_plan.target[ft_plan.targets++];
  t->doings = doings[kind];
  t->thread = anybody ? NULL : word[2];
  return take_sites(3, &t->first_site, &t->sites);
}

// Which target it is the way to is looked at when all are known.
static const char *take_way(void) {
  uint64_t target;
  if (words < 3 || !number(word[1], FT_AFTER_CUT, &target) || target < FT_BETWEEN) return "a way is not as it should be";
  struct ft_target *t = &ft_plan.target[target];
  if (t->ways) return "there are two ways to one target";
  return take_sites(2, &t->first_way, &t->ways);
}

static const char *take_step(void) {
  static const char *const kinds[] = {"acquire", "share", "wait", "notify", "barrier", "load", "store", "send", "receive", NULL};
  if (words < 3 || one_of(word[1], kinds) < 0 || !is_path(word[2])) return "a step is not as it should be";
  if (ft_plan.steps == FT_STEPS) return "too many steps";
  struct ft_step *s = &ft_plan.step[ft_plan.steps++];
  s->thread = word[2];
  return take_sites(3, &s->first_site, &s->sites);
}

static const char *take_line(void) {
  static const char *const orders[] = {"first", "second", "any", NULL};
  uint64_t value;
  if (ft_same_text(word[0], "target")) return take_target();
  if (ft_same_text(word[0], "step")) return take_step();
  if (ft_same_text(word[0], "way")) return take_way();
  if (ft_same_text(word[0], "stops") && words == 1) ft_plan.stops = 1;
  else if (ft_same_text(word[0], "cuts") && words == 1) ft_plan.cuts = 1;
  else if (words != 2) return "a line is not as it should be";
  else if (ft_same_text(word[0], "seed") && number(word[1], UINT32_MAX, &value)) ft_plan.seed = value;
  else if (ft_same_text(word[0], "hold") && number(word[1], LONGEST_TIME, &value)) ft_plan.hold = value;
  else if (ft_same_text(word[0], "patience") && number(word[1], LONGEST_TIME, &value)) ft_plan.patience = value;
  else if (ft_same_text(word[0], "order") && one_of(word[1], orders) >= 0) ft_plan.order = one_of(word[1], orders);
  // For whoever starts the program: it is told beside the plan.
  else if (ft_same_text(word[0], "schedule")) return NULL;
  else return "a line is not as it should be";
  return NULL;
}

// The words of the line that begins there; returns the next line. Zero words where nothing is said, too many if there is no room.
static char *split(char *at) {
  for (words = 0; *at && *at != '\n';) {
    while (*at == ' ') *at++ = 0;
    if (!*at || *at == '\n') break;
    if (words < WORDS) word[words] = at;
    words++;
    while (*at && *at != '\n' && *at != ' ') at++;
  }
  if (*at) *at++ = 0;
  return at;
}

static const char *parse(char *at) {
  int first = 1;
  ft_plan.seed = 1, ft_plan.hold = 2000, ft_plan.patience = 20000, ft_plan.order = FT_ANY;
  while (*at) {
    at = split(at);
    if (words > WORDS) return "a line is too long";
    if (!words || *word[0] == '#') continue;
    if (first && (words != 3 || !ft_same_text(word[0], "foretrace") || !ft_same_text(word[1], "plan") || !ft_same_text(word[2], "1")))
      return "it does not begin as a plan does";
    const char *wrong = first ? NULL : take_line();
    if (wrong) return wrong;
    first = 0;
  }
  if (ft_plan.targets == 1) return "it has one target";
  for (unsigned i = 0; i < FT_TARGETS; i++)
    if (ft_plan.target[i].ways && !ft_plan.cuts) return "only a plan that cuts a block has ways";
  for (unsigned i = 0; i < ft_plan.targets && ft_plan.cuts; i++)
    if (ft_plan.target[i].doings >> FT_ACQUIRES & 1) return "a block is cut by accesses";
  if (ft_plan.cuts && ft_plan.targets != FT_AFTER_CUT + 1) return "a plan that cuts a block has three targets";
  return first ? "it is empty" : NULL;
}

// Each site takes two bytes of the file at least.
const char *ft_plan_read(const char *path) {
  enum { STEPS = FT_STEPS * sizeof(struct ft_step), SITES = FT_PLAN_BYTES / 2 * sizeof(struct ft_site), ALL = FT_PLAN_BYTES + 16 + STEPS + SITES };
  long fd = ft_system(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC, 0), n = 0, read = 0;
  if (fd < 0) return "it cannot be opened";
  char *memory = (void *)ft_system_of(SYS_mmap, (long[]){0, ALL, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0});
  if ((long)memory < 0 && (long)memory > -4096) return "there is no memory for it";
  ft_zero(&ft_plan, sizeof ft_plan);
  ft_plan.step = (void *)memory;
  ft_plan.site = (void *)(memory + STEPS);
  char *text = memory + STEPS + SITES;
  while (read <= FT_PLAN_BYTES && (n = ft_system(SYS_read, fd, (long)(text + read), FT_PLAN_BYTES + 1 - read, 0)) > 0) read += n;
  ft_system(SYS_close, fd, 0, 0, 0);
  if (n < 0) return "it cannot be read";
  if (read > FT_PLAN_BYTES) return "it is too long";
  for (long i = 0; i < read; i++)
    if (!text[i]) return "it is no text";
  return parse(text);
}
