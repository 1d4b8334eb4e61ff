package foretrace.runtime;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

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

    /** Reflection has read the modifiers of a method: one that was synchronized says so. No lambdas: their making comes by. */
    public static int modifiers(int now, Object method) {
        Class<?> owner = method instanceof Method m ? m.getDeclaringClass() : ((MethodHandleInfo) method).getDeclaringClass();
        ClassFacts facts = ClassFacts.of(owner);
        if (facts == null || !facts.hasSynchronized()) return now;
        String name = method instanceof Method m ? m.getName() : ((MethodHandleInfo) method).getName();
        MethodType type = method instanceof Method m ? MethodType.methodType(m.getReturnType(), m.getParameterTypes()) : ((MethodHandleInfo) method).getMethodType();
        return facts.isSynchronized(name + type.toMethodDescriptorString()) ? now | Modifier.SYNCHRONIZED : now;
    }
}
