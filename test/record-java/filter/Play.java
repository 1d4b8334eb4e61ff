// Threads that do what random traces say, one after the other: each step has its line, `thread letter number`. Turns are passed on by reflection, which is not
// recorded: the schedule is that of the trace and orders nothing.

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

final class Play {
    static final int THREADS = 8;
    private static volatile int turn;

    private final Field clock;
    private final List<String> steps;
    private final double[] elements;
    private final ReentrantLock[] locks;
    private final Flag[] flags;

    static final class Flag {
        volatile int value;
    }

    private Play(List<String> steps, int size) throws Exception {
        clock = Play.class.getDeclaredField("turn");
        this.steps = steps;
        elements = new double[size];
        locks = new ReentrantLock[size];
        flags = new Flag[size];
        for (int i = 0; i < size; i++) {
            locks[i] = new ReentrantLock();
            flags[i] = new Flag();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Play play = new Play(Files.readAllLines(Path.of(arguments[0])), Variables.ALL.length);
        Thread[] threads = new Thread[THREADS];
        for (int t = 0; t < THREADS; t++) {
            int me = t;
            threads[t] = new Thread(() -> play.run(me));
        }
        for (Thread thread : threads) thread.start();
        for (Thread thread : threads) thread.join();
    }

    private void run(int me) {
        Variable[] mine = new Variable[elements.length];
        try {
            for (int i = 0; i < steps.size(); i++) {
                String[] words = steps.get(i).split(" ");
                if (Integer.parseInt(words[0]) != me) continue;
                while (clock.getInt(null) != i) Thread.sleep(0, 1000);
                step(words[1], Integer.parseInt(words[2]), mine);
                clock.setInt(null, i + 1);
            }
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void step(String what, int at, Variable[] mine) {
        switch (what) {
            case "n" -> mine[at] = Variables.ALL[at].made();
            case "g" -> mine[at] = Variables.ALL[at].shared();
            case "R" -> mine[at].read();
            case "W" -> mine[at].write();
            case "r" -> use(elements[at]);
            case "w" -> elements[at] = 1;
            case "a" -> locks[at].lock();
            case "z" -> locks[at].unlock();
            case "l" -> use(flags[at].value);
            case "v" -> flags[at].value = 1;
            default -> throw new IllegalArgumentException(what);
        }
    }

    static void use(double value) {
        if (value < 0) throw new IllegalStateException();
    }

    /** An object with a field, which one thread makes and others get by a static field. */
    interface Variable {
        void read();

        void write();
    }

    interface Kind {
        Variable made();

        Variable shared();
    }
}
