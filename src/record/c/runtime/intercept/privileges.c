// A program that gives up its user, its group or its root: every daemon. The recording goes on as the one that it becomes.
#include "../core/runtime.h"
#include <sched.h>
#include <unistd.h>

#define BECOMES(name, parameters, arguments, user, group) \
  FT_EXPORT int name parameters {                         \
    ft_place_give(user, group);                           \
    int result = FT_REAL(name) arguments;                 \
    ft_die_with_foretrace();                              \
    return result;                                        \
  }
// Files are made by the effective ones.
BECOMES(setuid, (uid_t user), (user), user, FT_UNCHANGED)
BECOMES(seteuid, (uid_t user), (user), user, FT_UNCHANGED)
BECOMES(setreuid, (uid_t real, uid_t user), (real, user), user, FT_UNCHANGED)
BECOMES(setresuid, (uid_t real, uid_t user, uid_t saved), (real, user, saved), user, FT_UNCHANGED)
BECOMES(setgid, (gid_t group), (group), FT_UNCHANGED, group)
BECOMES(setegid, (gid_t group), (group), FT_UNCHANGED, group)
BECOMES(setregid, (gid_t real, gid_t group), (real, group), FT_UNCHANGED, group)
BECOMES(setresgid, (gid_t real, gid_t group, gid_t saved), (real, group, saved), FT_UNCHANGED, group)

FT_EXPORT int chroot(const char *path) {
  ft_place_keep();
  return FT_REAL(chroot)(path);
}
// What is mounted where may be another matter from now on.
FT_EXPORT int unshare(int what) {
  if (what & CLONE_NEWNS) ft_place_keep();
  return FT_REAL(unshare)(what);
}
FT_EXPORT int setns(int space, int what) {
  ft_place_keep();
  return FT_REAL(setns)(space, what);
}
