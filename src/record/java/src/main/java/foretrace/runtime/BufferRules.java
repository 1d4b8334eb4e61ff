package foretrace.runtime;

import java.lang.reflect.Field;
import java.nio.Buffer;
import java.util.Set;

/**
 * Buffers over arrays: their elements are those of the array, whichever buffer reaches them. The position and the limit of a buffer are one variable, which relative
 * methods write. Absolute ones look at the limit alone, and are no readers of it here: others move the position meanwhile.
 */
final class BufferRules {
    /** The package of their fields; it is opened to us. */
    static final String PACKAGE = "java.nio";

    private static final Set<String> MOVES = Set.of("flip", "clear", "rewind", "mark", "reset", "compact");
    private static final Set<String> LOOKS = Set.of("remaining", "hasRemaining", "duplicate", "slice", "asReadOnlyBuffer");
    private static final Set<String> EITHER = Set.of("position", "limit");

    private BufferRules() {}

    private static final ClassValue<Fields> FIELDS = new ClassValue<>() {
        @Override
        protected Fields computeValue(Class<?> type) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                try {
                    Field array = c.getDeclaredField("hb");
                    Field offset = c.getDeclaredField("offset");
                    array.setAccessible(true);
                    offset.setAccessible(true);
                    return new Fields(array, offset);
                } catch (ReflectiveOperationException | RuntimeException e) {
                    // Above.
                }
            }
            return new Fields(null, null);
        }
    };

    private record Fields(Field array, Field offset) {}

    static Rule of(Site site) {
        String name = site.name;
        boolean isGet = name.startsWith("get");
        String arguments = site.descriptor.substring(0, site.descriptor.indexOf(')') + 1);
        if (isGet || name.startsWith("put")) {
            // `put(7)` of an IntBuffer has a value, `get(7)` and `put(7, 8)` an index.
            boolean isAt = arguments.startsWith("(I") && (isGet || !arguments.equals("(I)"));
            boolean isBulk = arguments.contains("[") || arguments.contains("L");
            if (isBulk && isAt) return Rule.NONE;
            return isAt ? new Absolute(isGet, width(name)) : new Relative(isGet);
        }
        if (MOVES.contains(name) || EITHER.contains(name) && !arguments.equals("()")) return WRITES;
        return LOOKS.contains(name) || EITHER.contains(name) ? READS : Rule.NONE;
    }

    private static final Rule READS = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.access(Raw.READ, Regions.of(log, call.receiver).contents(), 8, call.at(log));
        }
    };

    private static final Rule WRITES = new Rule() {
        @Override
        void before(ThreadLog log, Call call) {
            log.access(Raw.WRITE, Regions.of(log, call.receiver).contents(), 8, call.at(log));
        }
    };

    private static final class Absolute extends Rule {
        private final boolean isGet;
        /** In bytes; 0: an element. */
        private final int width;

        Absolute(boolean isGet, int width) {
            this.isGet = isGet;
            this.width = width;
        }

        @Override
        void before(ThreadLog log, Call call) {
            elements(log, call, isGet, call.number, width);
        }
    }

    /** How much is moved is known when it is done. */
    private static final class Relative extends Rule {
        private final boolean isGet;

        Relative(boolean isGet) {
            this.isGet = isGet;
        }

        @Override
        void before(ThreadLog log, Call call) {
            WRITES.before(log, call);
            if (call.argument instanceof Buffer other && other != call.receiver) log.access(Raw.WRITE, Regions.of(log, other).contents(), 8, call.at(log));
            log.position = ((Buffer) call.receiver).position();
        }

        @Override
        void after(ThreadLog log, Call call) {
            int moved = ((Buffer) call.receiver).position() - log.position;
            if (moved > 0) elements(log, call, isGet, log.position, moved * elementSize(call.receiver));
        }
    }

    private static void elements(ThreadLog log, Call call, boolean isGet, long index, int bytes) {
        Fields fields = FIELDS.get(call.receiver.getClass());
        try {
            Object array = fields.array == null ? null : fields.array.get(call.receiver);
            if (array == null) return;
            Regions.Region region = Regions.of(log, array);
            int shift = region.layout.shift;
            long first = index + fields.offset.getInt(call.receiver) << shift;
            long length = bytes == 0 ? 1 << shift : bytes;
            if (first < 0 || first + length > region.bytes) return;
            log.range(isGet ? Raw.READ_RANGE : Raw.WRITE_RANGE, region.base + first, length, call.at(log));
        } catch (IllegalAccessException e) {
            // Not recorded, as those without an array.
        }
    }

    private static int elementSize(Object buffer) {
        Fields fields = FIELDS.get(buffer.getClass());
        try {
            Object array = fields.array == null ? null : fields.array.get(buffer);
            return array == null ? 0 : 1 << Layouts.of(array.getClass()).shift;
        } catch (IllegalAccessException e) {
            return 0;
        }
    }

    private static int width(String name) {
        return switch (name.substring(3)) {
            case "Char", "Short" -> 2;
            case "Int", "Float" -> 4;
            case "Long", "Double" -> 8;
            default -> 0;
        };
    }
}
