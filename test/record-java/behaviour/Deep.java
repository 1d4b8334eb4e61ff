// A recursion without an end, through monitors and fields, as often as it takes to meet all places; then two threads that race.

public class Deep {
    static int depth;
    int own;
    volatile int seen;
    static int value;

    synchronized void down(int[] n) {
        own++;
        n[0]++;
        depth++;
        synchronized (n) {
            seen = own;
            up(n);
        }
    }

    void up(int[] n) {
        seen++;
        down(n);
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 200; i++) {
            Deep deep = new Deep();
            // Each time with another stack.
            Thread thread = new Thread(null, () -> {
                try {
                    deep.down(new int[1]);
                } catch (StackOverflowError e) {
                    synchronized (deep) {
                        deep.own = 0;
                    }
                }
            }, "deep", 300_000 + i * 4096);
            thread.start();
            thread.join();
        }
        System.out.println("up again");
    }
}
