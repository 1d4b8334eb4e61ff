/** One thread makes things and another uses them: a buffer with a monitor, and some work for each thing. */
final class Producer {
    static final class Thing {
        final int[] numbers = new int[64];
        long sum;
    }

    private final Thing[] buffer = new Thing[64];
    private int in;
    private int out;

    private synchronized void put(Thing thing) throws InterruptedException {
        while (in - out == buffer.length) wait();
        buffer[in++ % buffer.length] = thing;
        if (in - out == 1) notifyAll();
    }

    private synchronized Thing take() throws InterruptedException {
        while (in == out) wait();
        Thing thing = buffer[out++ % buffer.length];
        if (in - out == buffer.length - 1) notifyAll();
        return thing;
    }

    public static void main(String[] arguments) throws Exception {
        int things = Integer.parseInt(arguments[0]);
        Producer between = new Producer();
        long[] result = new long[1];
        Pair.run(half -> {
            for (int n = 0; n < things; n++) {
                if (half == 0) between.put(made(n));
                else result[0] += used(between.take());
            }
        });
        System.out.println(result[0]);
    }

    private static Thing made(int n) {
        Thing thing = new Thing();
        for (int round = 0; round < 8; round++) for (int i = 0; i < thing.numbers.length; i++) thing.numbers[i] += n * i + round;
        return thing;
    }

    private static long used(Thing thing) {
        for (int number : thing.numbers) thing.sum += number;
        return thing.sum;
    }
}
