package foretrace.runtime;

import java.lang.ref.ReferenceQueue;
import java.nio.Buffer;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** Which rule a method has, by the class of the object and the name. What a class of the program does itself is recorded as any other code. */
final class Rules {
    private Rules() {}

    /** `behind`: what the receiver is a view of, or itself. */
    static Rule of(Object receiver, Object behind, Site site) {
        String name = site.name;
        switch (name) {
            case "wait": return ThreadRules.WAIT;
            case "notify", "notifyAll": return ThreadRules.NOTIFY;
            default: break;
        }
        if (isOverridden(receiver.getClass(), site)) return Rule.NONE;
        if (receiver instanceof Thread) return ofThread(name);
        if (receiver instanceof ReentrantLock || receiver instanceof ReentrantReadWriteLock.WriteLock) return LockRules.exclusive(name);
        if (receiver instanceof ReentrantReadWriteLock.ReadLock) return LockRules.shared(name);
        if (behind instanceof StampedLock) return StampedRules.of(receiver, name);
        if (receiver instanceof Condition) return LockRules.condition(name);
        if (receiver instanceof ReferenceQueue) return name.equals("poll") || name.equals("remove") ? ConcurrentRules.AFTER_ALL : Rule.NONE;
        if (receiver instanceof AbstractOwnableSynchronizer) return SynchronizerRules.of(name);
        if (receiver instanceof Buffer) return BufferRules.of(site);
        if (behind.getClass().getName().equals(ArrayViews.LIST)) return ArrayViews.of(name);
        String jdk = nearestOfJdk(behind.getClass());
        if (behind instanceof ConcurrentMap && jdk.startsWith("java.util.concurrent.")) return KeyedRules.of(receiver, name);
        if (jdk.startsWith("java.util.concurrent.")) return ConcurrentRules.of(jdk, name);
        if (GuardedRules.isGuarded(jdk)) return GuardedRules.RULE;
        Rule ofIndex = ListRules.of(receiver, behind, site);
        return ofIndex == null ? CollectionRules.of(receiver, jdk, name) : ofIndex;
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

    /** Whether the call comes to code of the program, which calls the JDK's by `super` if it wants that; or nobody knows. */
    private static boolean isOverridden(Class<?> type, Site site) {
        if (site.descriptor.isEmpty()) return false;
        for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
            ClassFacts facts = ClassFacts.of(c);
            if (facts == null || facts.declares(site.name + site.descriptor)) return true;
        }
        return false;
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
