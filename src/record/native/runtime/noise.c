// Small delays that shake other schedules out.
#include "runtime.h"

void ft_noise_init(void) {}
void ft_noise_start(struct ft_thread *t) { (void)t; }
void ft_noise(struct ft_thread *t) { (void)t; }
