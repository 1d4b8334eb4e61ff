package foretrace.runtime;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.concurrent.ConcurrentHashMap;

/** What code of the JDK itself calls, where one thread hands something to another within it: tasks, results, the start and the end of threads. */
public final class Jdk {
    private Jdk() {}

    /** Hooks within classes that everything is made of do nothing before: what they need comes to them while it is made. */
    private static volatile boolean ready;

    /** All classes are rewritten. What hooks need is made once more, because they may be among these. */
    public static void begin() {
        Regions.known(Views.behind(new ConcurrentHashMap<>()));
        ready = true;
    }

    public static void fork(Thread child) {
        Threads.fork(child);
    }

    public static void end() {
        Threads.end();
    }

    /** All hooks for the end of the JVM have run. */
    public static void ending() {
        Recording.ends();
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

    /** A method that takes a lock is about to. */
    public static void entering(Object lock) {
        ThreadLog log = lock == null || !isKnown(lock) ? null : Threads.entered();
        if (log == null) return;
        try {
            log.request(Regions.of(log, lock).base, place(log), Raw.WANTS_LOCK);
        } finally {
            log.busy = false;
        }
    }

    /** A method that takes a lock has it. `self`: whose method it is. */
    public static void entered(Object lock, Object self, String method) {
        ThreadLog log = !isKnown(lock) ? null : Threads.entered();
        if (log == null) return;
        try {
            long at = place(log);
            Locks.acquired(log, Regions.of(log, lock).base, at, 0);
            GuardedRules.within(log, self, method, at);
        } finally {
            log.busy = false;
        }
    }

    public static void exiting(Object lock) {
        ThreadLog log = !isKnown(lock) ? null : Threads.entered();
        if (log == null) return;
        try {
            Locks.releasing(log, Regions.of(log, lock).base, 0);
        } finally {
            log.busy = false;
        }
    }

    /** Code of the program is about to be called within a method of an object which many threads may use. */
    public static void inside(Object self) {
        Regions.Region region = region(self);
        ThreadLog log = region == null ? null : Threads.entered();
        if (log == null) return;
        try {
            log.sync(Raw.RECEIVE, region.base, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    /** It has been, and what it has made may be seen by others. */
    public static void outside(Object self) {
        Regions.Region region = region(self);
        ThreadLog log = region == null ? null : Threads.entered();
        if (log == null) return;
        try {
            if (region.layout.isKeyed) KeyedRules.giveAll(log, region, 0);
            else log.sync(Raw.SEND, region.base, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    /** As `inside`, of what is done for one key if it is a map, or else one element. */
    public static void insideKey(Object self, Object key) {
        Regions.Region region = region(self);
        ThreadLog log = region == null ? null : Threads.entered();
        if (log == null) return;
        try {
            if (region.layout.isKeyed) KeyedRules.take(log, region, key, 0);
            else log.sync(Raw.RECEIVE, region.base, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    public static void outsideKey(Object self, Object key) {
        Regions.Region region = region(self);
        ThreadLog log = region == null ? null : Threads.entered();
        if (log == null) return;
        try {
            KeyedRules.give(log, region, key, 0);
        } finally {
            log.busy = false;
        }
    }

    /** As `inside`, of a field that an updater updates. */
    public static void insideUpdate(Object updater, Object object) {
        Handles.inside(updater, object, Raw.ATOMIC_LOAD);
    }

    public static void outsideUpdate(Object updater, Object object) {
        Handles.inside(updater, object, Raw.ATOMIC_UPDATE);
    }

    /** `part` is a way to the elements of `whole` that does not say so. */
    public static void part(Object whole, Object part) {
        Regions.Region region = part == null ? null : region(whole);
        if (region != null) Regions.alias(part, region);
    }

    /** An object is gone: all that was done with it was before, whoever did it. */
    public static void reaped(Object reference) {
        afterAll();
    }

    /** The JVM ends because all threads have that it waits for, or because the current one says so. */
    public static void shutdown() {
        if (Thread.currentThread().getName().equals("DestroyJavaVM")) Threads.joinEnded();
    }

    /** After everything that all threads have done: nobody says whom this has waited for. */
    public static void afterAll() {
        ThreadLog log = Threads.entered();
        if (log == null) return;
        try {
            log.sync(Raw.RECEIVE_ALL, 0, 0, 0);
        } finally {
            log.busy = false;
        }
    }

    private static boolean isKnown(Object lock) {
        return ready && Regions.known(lock) != null;
    }

    private static long place(ThreadLog log) {
        return log.calling == null ? log.stacks.caller() : log.stacks.site(log.calling.place);
    }

    /** Null for what the program has done nothing with. */
    private static Regions.Region region(Object self) {
        return ready ? Regions.known(Views.behind(self)) : null;
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
