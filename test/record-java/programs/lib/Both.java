package lib;

/** Two threads that are started and awaited. */
public final class Both {
    public interface Work {
        void run() throws Exception;
    }

    private Both() {}

    public static Thread thread(String name, Work work) {
        return new Thread(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, name);
    }

    public static void run(Work first, Work second) throws Exception {
        Thread one = thread("one", first);
        Thread two = thread("two", second);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
