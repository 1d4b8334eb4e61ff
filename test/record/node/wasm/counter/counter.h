static inline __attribute__((always_inline)) void increment(int *counter) {
  *counter += 1;
}
