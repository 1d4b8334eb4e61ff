package foretrace.runtime;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.Phaser;
import java.util.concurrent.locks.StampedLock;

/**
 * What stands behind an object of the JDK that is only a way to another: the map of its keySet, the list of its iterator, the collection of its unmodifiable view, the
 * map that a HashSet is made of. For a synchronized collection it is the object whose lock it takes.
 */
public final class Views {
    private Views() {}

    /** Its packages; they are opened to us. */
    public static final Set<String> PACKAGES = Set.of(Connections.PACKAGE, BufferRules.PACKAGE, "java.util", "java.util.concurrent", "java.util.concurrent.locks");

    /** Classes that are no part of another and yet views. */
    private static final Set<String> WHOLE = Set.of("java.util.HashSet", "java.util.TreeSet", "java.util.Properties",
            "java.util.concurrent.ConcurrentSkipListSet", "java.util.concurrent.Phaser", "java.util.concurrent.CopyOnWriteArraySet", "java.util.ReverseOrderDequeView",
            "java.util.ReverseOrderListView", "java.util.ReverseOrderSortedMapView", "java.util.ReverseOrderSortedSetView");
    /** Fields that have what is behind, the first one first. */
    private static final List<String> FIELDS = List.of("mutex", "i", "it", "itr", "val$it", "val$i", "keyIterator", "m", "map", "c", "s", "root", "base", "list",
            "q", "al", "this$0", "this$1");
    private static final List<Class<?>> KINDS =
            List.of(Collection.class, Map.class, Iterator.class, Enumeration.class, Spliterator.class, StampedLock.class,
            Phaser.class);
    private static final int FARTHEST = 16;

    private static final ClassValue<Field> FIELD = new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> type) {
            for (String name : FIELDS) {
                for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                    if (!isView(c)) continue;
                    try {
                        Field field = c.getDeclaredField(name);
                        if (!isWay(field)) continue;
                        field.setAccessible(true);
                        return field;
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        // Another one, or none at all.
                    }
                }
            }
            return null;
        }
    };

    /** The object itself if it is no view. */
    static Object behind(Object object) {
        Object at = object;
        for (int steps = 0; steps < FARTHEST; steps++) {
            Field field = FIELD.get(at.getClass());
            Object next = field == null ? null : read(field, at);
            if (next == null || next == at) return at;
            at = next;
        }
        return at;
    }

    /** The collection within a synchronized one. */
    static Object guarded(Object wrapper) {
        for (Class<?> c = wrapper.getClass(); c != null; c = c.getSuperclass()) {
            for (String name : new String[] {"c", "m"}) {
                try {
                    Field field = c.getDeclaredField(name);
                    field.setAccessible(true);
                    return behind(field.get(wrapper));
                } catch (ReflectiveOperationException | RuntimeException e) {
                    // Above, or not at all.
                }
            }
        }
        return null;
    }

    /** Whether a person knows the object by its own class, not by what is behind it. */
    static boolean isNamed(Object object) {
        return object.getClass().getName().indexOf('$') < 0;
    }

    private static Object read(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    private static boolean isView(Class<?> type) {
        String name = type.getName();
        return type.getClassLoader() == null && name.startsWith("java.util.") && (name.indexOf('$') >= 0 || WHOLE.contains(name));
    }

    private static boolean isWay(Field field) {
        if (field.getName().equals("mutex")) return true;
        for (Class<?> kind : KINDS) if (kind.isAssignableFrom(field.getType())) return true;
        return false;
    }
}
