// A program that foretrace started does not outlive it: killed itself, foretrace cannot kill anybody. The kernel does it for us, when the thread ends that
// has started this process. What the program forks is not meant, nor what others start for foretrace: those may go on, as daemons do.
#include "runtime.h"
#include "system.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

static long foretrace;

// The kernel forgets it when the program becomes another user.
void ft_die_with_foretrace(void) {
  const char *parent = getenv("FORETRACE_PARENT");
  if (!foretrace && parent) foretrace = strtol(parent, NULL, 10);
  if (foretrace <= 1 || ft_system(SYS_getppid, 0, 0, 0, 0) != foretrace) return;
  ft_system(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
  // It may have ended just before.
  if (ft_system(SYS_getppid, 0, 0, 0, 0) != foretrace) ft_system(SYS_kill, ft_system(SYS_getpid, 0, 0, 0, 0), SIGKILL, 0, 0);
}
