package foretrace.runtime;

import java.util.Set;

/**
 * Objects of the JDK whose methods take a lock: Vector, StringBuffer, synchronized collections. Their classes are rewritten as the program's are (agent.JdkHooks), so
 * that lambdas which they call have the lock; a call says who it is for, and that the object is the program's.
 */
final class GuardedRules {
    private GuardedRules() {}

    private static final Set<String> GUARDED = Set.of("java.util.Vector", "java.util.Stack", "java.util.Hashtable", "java.lang.StringBuffer");

    static boolean isGuarded(String type) {
        return GUARDED.contains(type) || type.startsWith("java.util.Collections$Synchronized");
    }

    static final Rule RULE = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            Regions.of(log, call.receiver);
        }
    };

    /**
     * A method of an object has its lock, and its contents are used, for what goes in by one thread and comes out by another. Those of a synchronized collection
     * are what it wraps, as if that had been called.
     */
    static void within(ThreadLog log, Object self, String method, long at) {
        boolean isWrapper = self.getClass().getName().startsWith("java.util.Collections$Synchronized");
        Object inner = isWrapper ? Views.guarded(self) : Views.behind(self);
        if (inner == null) return;
        int kind = PlainTypes.COLLECTION.kind(method);
        if (isWrapper && kind == 0) return;
        long contents = Regions.of(log, inner).contents();
        if (kind == Raw.READ || PlainTypes.handsOut(inner.getClass().getName(), method)) log.access(Raw.READ, contents, 8, at);
        if (kind != Raw.READ) log.access(Raw.WRITE, contents, 8, at);
    }
}
