package foretrace.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Where the fields of objects and classes are: eight bytes each, in the order of their classes from the top; elements of arrays have their own sizes. */
public final class Layouts {
    static final int FIELD_BYTES = 8;

    private static final ClassValue<Layout> BY_CLASS = new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
            return new Layout(type);
        }
    };
    private static final AtomicInteger numbers = new AtomicInteger();

    private Layouts() {}

    static Layout of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    static final class Layout {
        final Class<?> type;
        /** Dense, from 0. */
        final int number = numbers.getAndIncrement();
        /** By the name of the class that declares it and its own. */
        private final Map<String, Integer> slots = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private final List<String> statics = new ArrayList<>();
        /** Of the elements, if it is an array: the binary logarithm of their size; else -1. */
        final int shift;
        /** Where objects have the field of State, or -1. */
        final int state;
        /** A map whose keys have channels of their own, and of these one by hash codes. */
        final boolean isKeyed;
        final boolean isHashed;
        private int told;
        private int toldAsClass;
        private long staticBase;

        Layout(Class<?> type) {
            this.type = type;
            state = State.offset(type);
            isKeyed = ConcurrentMap.class.isAssignableFrom(type);
            isHashed = ConcurrentHashMap.class.isAssignableFrom(type);
            shift = type.isArray() ? shift(type.getComponentType()) : -1;
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                ClassFacts facts = ClassFacts.of(c);
                if (facts == null) continue;
                List<String> own = new ArrayList<>();
                for (String field : facts.fields()) own.add(c.getName() + "." + field);
                names.addAll(0, own);
                if (c == type) statics.addAll(facts.statics());
            }
            for (int i = 0; i < names.size(); i++) slots.put(names.get(i), i);
        }

        long bytes(Object object) {
            if (shift < 0) return 8L * names.size();
            return (long) java.lang.reflect.Array.getLength(object) << shift;
        }

        /** What stands for all that an object of the JDK has, behind its fields. */
        long contents() {
            return isKeyed ? 8 + KeyedRules.BYTES : 8;
        }

        /** Behind the base, in bytes; -1 if there is no such field. */
        int offset(String owner, String field) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (!owner.equals(c.getName()) && slots.isEmpty()) continue;
                Integer slot = slots.get(c.getName() + "." + field);
                if (slot != null && isAtOrBelow(owner, c)) return 8 * slot;
            }
            return -1;
        }

        /** The class that an instruction names may be one below that which declares the field. */
        private boolean isAtOrBelow(String owner, Class<?> declaring) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                if (c.getName().equals(owner)) return declaring.isAssignableFrom(c);
            }
            return false;
        }

        /** Where the statics of this class are. */
        synchronized long statics(ThreadLog log) {
            if (staticBase != 0) return staticBase;
            long bytes = Math.max(8L * statics.size(), 8);
            long base = Regions.memory(bytes);
            int site = Sites.named("S\t" + type.getName() + "\t" + String.join(",", statics));
            log.allocate(base, bytes, site);
            return staticBase = base;
        }

        int staticOffset(String field) {
            int at = statics.indexOf(field);
            return at < 0 ? -1 : 8 * at;
        }

        /** What an allocation says of its block: the class, and what is where in it. */
        synchronized int site(Object object) {
            if (object instanceof Class<?> c) {
                Layout itself = of(c);
                if (itself.toldAsClass == 0) itself.toldAsClass = Sites.named("K\t" + c.getName() + "\t");
                return itself.toldAsClass;
            }
            if (told == 0) {
                String what = shift < 0 ? "C\t" + type.getName() + "\t" + fieldNames() : "A\t" + type.getComponentType().getTypeName() + "\t" + shift;
                told = Sites.named(what);
            }
            return told;
        }

        private String fieldNames() {
            List<String> words = new ArrayList<>();
            for (String name : names) words.add(name.substring(name.lastIndexOf('.') + 1));
            return String.join(",", words);
        }

        /** The binary logarithm of the size of an element of this type; of a reference as of a long. */
        static int shift(Class<?> component) {
            if (component == byte.class || component == boolean.class) return 0;
            if (component == short.class || component == char.class) return 1;
            if (component == int.class || component == float.class) return 2;
            return 3;
        }
    }
}
