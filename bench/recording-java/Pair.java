/** Two threads that do the two halves of something. */
interface Pair {
    void half(int half) throws Exception;

    static void run(Pair work) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int t = 0; t < 2; t++) {
            int half = t;
            threads[t] = new Thread(() -> {
                try {
                    work.half(half);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }
}
