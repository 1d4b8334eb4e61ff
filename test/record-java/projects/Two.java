/** Two threads that do the same, and what they throw. */
final class Two {
  interface Work { void run(int thread, int turn) throws Exception; }
  static void times(int turns, Work work) throws Exception {
    Throwable[] failed = new Throwable[2];
    Thread[] threads = new Thread[2];
    for (int t = 0; t < 2; t++) {
      int number = t;
      threads[t] = new Thread(() -> {
        try { for (int i = 0; i < turns; i++) work.run(number, i); } catch (Throwable e) { failed[number] = e; }
      }, "worker-" + t);
    }
    for (Thread t : threads) t.start();
    for (Thread t : threads) t.join();
    for (Throwable e : failed) if (e != null) throw new AssertionError(e);
  }
}
