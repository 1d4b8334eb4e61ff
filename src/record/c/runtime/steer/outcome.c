// What the gate has to say, in the file `steering` of this process: each line by one write, so that a crash leaves whole lines.
#include "../core/calls.h"
#include "steer.h"
#include <stdio.h>

// As calls.c has it: no function of the runtime that calls the program is longer.
enum { LINE = 8192, SITE = 600, LONGEST_OF_RUNTIME = 1 << 10 };

static void say(const char *line, int length) {
  if (length > 0 && length < LINE) ft_folder_append("steering", line, length);
}

void ft_outcome_begin(void) { say("foretrace outcome 1\n", 20); }

static const char *const doings[] = {"read", "write", "atomic-read", "atomic-write", "atomic-write", "acquire", "acquire"};

static int standing(char *line, size_t room, unsigned target, const struct ft_deed *deed) {
  char site[SITE];
  ft_site_text(deed->site, site, sizeof site);
  return FT_REAL(snprintf)(line, room, " %u %s %s 0x%llx %llu %s", target, deed->path, doings[deed->doing], (unsigned long long)deed->address,
                           (unsigned long long)deed->bytes, site);
}

// Who called, as far as the compiler tells of it.
void ft_deed_of(const struct ft_thread *t, struct ft_deed *deed) {
  const struct ft_steered *s = &t->steered;
  deed->path = s->path, deed->doing = s->doing, deed->address = s->address, deed->bytes = s->bytes, deed->site = s->site, deed->frames = 0;
  for (const struct ft_frame *f = t->top; f > t->frames && deed->frames < FT_STEER_FRAMES; f--) {
    const struct ft_frame *below = f - 1;
    int by_runtime = below >= t->frames && below->kind == FT_THROUGH_RUNTIME && f->pc - below->home < LONGEST_OF_RUNTIME;
    if (f->kind != FT_EXPANDED && f->kind != FT_THROUGH_RUNTIME && !by_runtime && f->pc) deed->frame[deed->frames++] = f->pc - 1;
  }
}

void ft_outcome_stood(unsigned target, const struct ft_thread *t) {
  struct ft_deed deed;
  char line[LINE];
  ft_deed_of(t, &deed);
  ft_copy(line, "stood", 6);
  int length = 5 + standing(line + 5, sizeof line - 6, target, &deed);
  line[length++] = '\n';
  say(line, length);
}

static void say_stack(unsigned target, const struct ft_deed *deed) {
  char line[LINE], site[SITE];
  ft_site_text(deed->site, site, sizeof site);
  int length = FT_REAL(snprintf)(line, sizeof line, "stack %u %s", target, site);
  for (unsigned i = 0; i < deed->frames && length < LINE - SITE - 2; i++) {
    ft_site_text(deed->frame[i], site, sizeof site);
    length += FT_REAL(snprintf)(line + length, sizeof line - length, " %s", site);
  }
  line[length++] = '\n';
  say(line, length);
}

void ft_outcome_met(const struct ft_deed *deeds) {
  char line[LINE];
  ft_copy(line, "met", 4);
  int length = 3;
  for (unsigned i = 0; i < ft_plan.targets && length < LINE - SITE; i++) length += standing(line + length, sizeof line - length - 1, i, &deeds[i]);
  line[length++] = '\n';
  say(line, length);
  for (unsigned i = 0; i < ft_plan.targets; i++) say_stack(i, &deeds[i]);
}

void ft_outcome_steps(unsigned done) {
  char line[64];
  say(line, FT_REAL(snprintf)(line, sizeof line, "steps %u\n", done));
}
void ft_outcome_diverged(unsigned step, const char *why) {
  char line[64];
  say(line, FT_REAL(snprintf)(line, sizeof line, "steps %u\ndiverged %u %s\n", step, step, why));
}
void ft_outcome_freed(void) { say("freed\n", 6); }
