package foretrace.runtime;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Objects of the JDK that are not for two threads at a time. Each is one variable: a method reads it or writes it, at the line of its caller. */
final class CollectionRules {
    private CollectionRules() {}

    /** `receiver`: the object or a view of it, `jdk`: its class. */
    static Rule of(Object receiver, String jdk, String name) {
        if (jdk.equals("java.util.Timer")) return ConcurrentRules.BOTH;
        PlainTypes.Family family = PlainTypes.of(jdk);
        if (family == null || isOfIterator(receiver, family, name)) return Rule.NONE;
        if (jdk.equals("java.util.LinkedHashMap") && Ordered.MOVES.contains(name)) return new Ordered();
        return switch (family.kind(name)) {
            case Raw.READ -> READ;
            case Raw.WRITE -> PlainTypes.handsOut(jdk, name) ? TAKE : WRITE;
            default -> Rule.NONE;
        };
    }

    /** What an iterator says of itself is not what its collection says. */
    private static boolean isOfIterator(Object receiver, PlainTypes.Family family, String name) {
        return family == PlainTypes.COLLECTION && !(receiver instanceof Collection || receiver instanceof Map)
                && (name.equals("hashCode") || name.equals("equals") || name.equals("toString"));
    }

    /** The contents stand behind the fields of a subclass. */
    private static void access(ThreadLog log, Call call, int kind) {
        if (kind == Raw.READ) ListRules.walk(log, call);
        log.access(kind, Regions.of(log, call.receiver).contents(), 8, call.at(log));
    }

    private static final Rule READ = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            access(log, call, Raw.READ);
        }
    };

    private static final Rule WRITE = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            access(log, call, Raw.WRITE);
        }
    };

    /** What comes out of a collection was put in before: a schedule in which it is not there yet is none. */
    private static final Rule TAKE = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            access(log, call, Raw.READ);
            access(log, call, Raw.WRITE);
        }
    };

    /** A LinkedHashMap in the order of access changes when it is asked. */
    private static final class Ordered extends Rule {
        static final Set<String> MOVES = Set.of("get", "getOrDefault");

        private static final Field ORDER = order();

        private static Field order() {
            try {
                Field field = LinkedHashMap.class.getDeclaredField("accessOrder");
                field.setAccessible(true);
                return field;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }

        @Override
        void before(ThreadLog log, Call call) {
            access(log, call, Raw.READ);
            try {
                if (ORDER != null && ORDER.getBoolean(call.receiver)) access(log, call, Raw.WRITE);
            } catch (IllegalAccessException e) {
                // A read, then.
            }
        }
    }
}
