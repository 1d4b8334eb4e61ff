// What a thread does of a loop, of sections or of teams: one share after the other. Nothing orders two of them, also if one thread does both: the first is
// part of the thread, the next ones are threads of their own, which begin with what the thread had done before the first. What it does behind all of
// them comes after them.
//
// That is so as long as it makes no difference which thread does a share (alike.c). A share that has made one is followed by shares of the
// thread itself, which come after it. Of sections none can rely on what another one has synchronised or allocated, and of teams not on the thread, either.
#include "openmp.h"

// Of one thread in one loop, so that there are some left for the next one.
enum { MOST_SHARES = 16 };

void ft_shares_begin(enum ft_shared what, uint64_t site) {
  struct ft_thread *t = ft_me;
  ft_openmp.shares.number = 0;
  if (!ft_apart_possible(t)) return;
  if (what != FT_SHARED_TEAMS && (!ft_openmp.region || ft_openmp.differs || ft_synchronised_since(t, ft_openmp.begin))) return;
  ft_openmp.shares = (struct ft_shares){.number = ft_openmp_number(), .what = what};
  ft_openmp_send(FT_SHARES_BEGIN, ft_openmp.shares.number, 0, site);
}

void ft_share_begins(uint64_t site) {
  struct ft_shares *s = &ft_openmp.shares;
  if (!s->number) return;
  if (s->had++ && s->had <= MOST_SHARES) {
    s->apart = ft_apart_begin(ft_openmp.stack, 1, site);
    if (s->apart.own) ft_openmp_receive(FT_SHARES_BEGIN, s->number, 0, site);
  }
  s->begin = ft_me->pos;
}

static int made_a_difference(const struct ft_shares *s) {
  if (s->what == FT_SHARED_TEAMS) return 0;
  return ft_openmp.differs || (s->what == FT_SHARED_LOOP && ft_synchronised_since(ft_me, s->begin));
}

void ft_share_ends(uint64_t site) {
  struct ft_shares *s = &ft_openmp.shares;
  if (!s->number || !s->had) return;
  int is_last = made_a_difference(s);
  if (s->apart.of) {
    if (s->apart.own) ft_openmp_send(FT_SHARE_ENDS, s->number, 0, site);
    ft_apart_end(&s->apart, site);
    s->apart = (struct ft_apart){0};
  }
  if (is_last) ft_shares_end(site);
}

// Another one is asked for, which others may take, too.
void ft_share_next(uint64_t site) {
  ft_share_ends(site);
  ft_noise(ft_me);
}

void ft_shares_end(uint64_t site) {
  struct ft_shares *s = &ft_openmp.shares;
  if (s->number && s->had > 1) ft_openmp_receive_once(FT_SHARE_ENDS, s->number, site);
  s->number = 0;
}
