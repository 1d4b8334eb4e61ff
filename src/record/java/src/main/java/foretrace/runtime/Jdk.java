package foretrace.runtime;

import java.lang.reflect.Field;

/** What code of the JDK itself calls, where one thread hands something to another within it: tasks, results, the start and the end of threads. */
public final class Jdk {
    private Jdk() {}

    public static void fork(Thread child) {
        Threads.fork(child);
    }

    public static void end() {
        Threads.end();
    }

    public static void send(Object what) {
        ThreadLog log = what == null ? null : Threads.entered();
        if (log == null) return;
        try {
            log.sync(Raw.SEND, Regions.of(log, what).base, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    public static void receive(Object what) {
        ThreadLog log = what == null ? null : Threads.entered();
        if (log == null) return;
        try {
            log.sync(Raw.RECEIVE, Regions.of(log, what).base, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    /** The state of a task was read; below 0 it is done. */
    public static void taskStatus(Object task, int status) {
        if (status < 0) receive(task);
    }

    /** The state of a FutureTask was read; above 1 it is done. */
    public static void futureState(Object future, int state) {
        if (state > 1) receive(future);
    }

    /** How many parts of a task are still missing. */
    public static void pending(Object task, int count) {
        if (count == 0) receive(task);
    }

    /** The result of a CompletableFuture was read: null as long as there is none. */
    public static void result(Object future, Object result) {
        if (result != null) receive(future);
    }

    /** Of the fields of a class those that the program knows. */
    public static Field[] visible(Field[] fields) {
        int at = 0;
        while (at < fields.length && !fields[at].getName().equals(State.NAME)) at++;
        if (at == fields.length) return fields;
        Field[] others = new Field[fields.length - 1];
        System.arraycopy(fields, 0, others, 0, at);
        System.arraycopy(fields, at + 1, others, at, others.length - at);
        return others;
    }
}
