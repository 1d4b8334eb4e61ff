package foretrace.runtime;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Which rule a method has, by the class of the object and the name. What a class of the program does itself is recorded as any other code. */
final class Rules {
    private Rules() {}

    static Rule of(Class<?> type, Object receiver, String name) {
        switch (name) {
            case "wait": return ThreadRules.WAIT;
            case "notify", "notifyAll": return ThreadRules.NOTIFY;
            default: break;
        }
        if (receiver instanceof Thread) return ofThread(name);
        if (receiver instanceof ReentrantLock || receiver instanceof ReentrantReadWriteLock.WriteLock) return LockRules.exclusive(name);
        if (receiver instanceof ReentrantReadWriteLock.ReadLock) return LockRules.shared(name);
        if (receiver instanceof StampedLock) return StampedRules.of(name);
        if (receiver instanceof Condition) return LockRules.condition(name);
        String jdk = nearestOfJdk(type);
        if (jdk.startsWith("java.util.concurrent.")) return ConcurrentRules.of(jdk, name);
        if (CollectionRules.isSynchronized(jdk)) return ConcurrentRules.BOTH;
        return CollectionRules.of(jdk, name);
    }

    private static Rule ofThread(String name) {
        return switch (name) {
            case "join" -> ThreadRules.JOIN;
            case "isAlive" -> ThreadRules.IS_ALIVE;
            case "getState" -> ThreadRules.STATE;
            case "interrupt" -> ThreadRules.INTERRUPT;
            case "isInterrupted" -> ThreadRules.IS_INTERRUPTED;
            default -> Rule.NONE;
        };
    }

    /** The class itself or the first above it that is part of the JDK. */
    private static String nearestOfJdk(Class<?> type) {
        Class<?> c = type;
        while (c.getClassLoader() != null || !c.getName().startsWith("java.")) {
            c = c.getSuperclass();
            if (c == null) return "";
        }
        return c.getName();
    }
}
