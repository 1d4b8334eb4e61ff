/* Has a variable of the name that one in stats.c has. */
static int count;

__attribute__((export_name("other"))) void other(void) { count++; }
