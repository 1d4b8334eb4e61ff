// Teams. libgomp runs those of the host one after the other in one thread: each is a share of that thread's (shares.c), and has locks of its own.
#include "openmp.h"
#include <stdbool.h>

// What each team runs, in place of its data.
struct teams {
  ft_function *function;
  void *data;
  uint64_t site;
};
static void run(void *value) {
  const struct teams *all = value;
  ft_openmp.stack = FT_CALLER_SP();
  ft_share_begins(all->site);
  ft_openmp.team = ft_openmp_number();
  struct ft_thread *t = ft_me;
  uint32_t inside = ft_openmp_inside(t, 0);
  struct ft_frame *top = ft_calling(t, all->site + 1, FT_CALLER_SP(), run);
  all->function(all->data);
  ft_called(t, top);
  ft_openmp_inside(t, inside);
  ft_share_ends(all->site);
}

static void begin(uint64_t site) {
  if (ft_apart_left()) ft_threads_expect();
  ft_shares_begin(FT_SHARED_TEAMS, site);
}

void GOMP_teams_reg(ft_function *, void *, unsigned, unsigned, unsigned);
FT_EXPORT void GOMP_teams_reg(ft_function *f, void *data, unsigned count, unsigned threads, unsigned flags) {
  struct ft_openmp before = ft_openmp;
  struct teams all = {f, data, FT_SITE()};
  ft_openmp = (struct ft_openmp){.task = ft_openmp_number()};
  begin(FT_SITE());
  FT_OPENMP(GOMP_teams_reg, (run, &all, count, threads, flags));
  ft_shares_end(FT_SITE());
  ft_openmp = before;
}

// In a target region the program asks for one team after the other. libgomp has one if it is told no number: with two, they show whether they race.
bool GOMP_teams4(unsigned, unsigned, unsigned, bool);
FT_EXPORT bool GOMP_teams4(unsigned least, unsigned most, unsigned threads, bool is_first) {
  enum { TEAMS = 2 };
  if (is_first) begin(FT_SITE());
  else ft_share_ends(FT_SITE());
  if (!least && !most) least = most = TEAMS;
  bool is_one = FT_OPENMP(GOMP_teams4, (least, most, threads, is_first));
  if (is_one) {
    ft_share_begins(FT_SITE());
    ft_openmp.team = ft_openmp_number();
  } else ft_shares_end(FT_SITE());
  return is_one;
}
