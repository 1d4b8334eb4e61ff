// What every recorded object asks for (hint.ts), and only `foretrace cc` links: its name is what a linker says when somebody else links it.
#include "runtime.h"

FT_EXPORT const char link_this_program_with_foretrace_cc = 0;
