package foretrace.runtime;

import java.lang.reflect.Field;

/** Lists that `Arrays.asList` has made: their elements are those of an array, which the program also reaches by itself. */
final class ArrayViews {
    static final String LIST = "java.util.Arrays$ArrayList";

    private ArrayViews() {}

    private static final class Elements extends Rule {
        private final int kind;
        private final boolean isOne;

        Elements(int kind, boolean isOne) {
            this.kind = kind;
            this.isOne = isOne;
        }

        @Override
        void before(ThreadLog log, Call call) {
            Object array = array(call.receiver);
            if (array == null) return;
            Regions.Region region = Regions.of(log, array);
            int shift = region.layout.shift;
            long first = isOne ? call.number << shift : 0;
            long bytes = isOne ? 1 << shift : region.bytes;
            if (first < 0 || bytes == 0 || first + bytes > region.bytes) return;
            if (isOne) log.access(kind, region.base + first, (int) bytes, call.at(log));
            else log.range(kind == Raw.READ ? Raw.READ_RANGE : Raw.WRITE_RANGE, region.base, bytes, call.at(log));
        }
    }

    static Rule of(String name) {
        return switch (name) {
            case "get" -> new Elements(Raw.READ, true);
            case "set" -> new Elements(Raw.WRITE, true);
            case "sort", "replaceAll" -> new Elements(Raw.WRITE, false);
            case "forEach", "contains", "containsAll", "indexOf", "toArray", "toString", "hashCode", "equals", "stream" -> new Elements(Raw.READ, false);
            default -> Rule.NONE;
        };
    }

    private static Object array(Object list) {
        try {
            return Holder.FIELD == null ? null : Holder.FIELD.get(list);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    private static final class Holder {
        static final Field FIELD = field();

        private static Field field() {
            try {
                Field field = Class.forName(LIST).getDeclaredField("a");
                field.setAccessible(true);
                return field;
            } catch (ReflectiveOperationException | RuntimeException e) {
                return null;
            }
        }
    }
}
