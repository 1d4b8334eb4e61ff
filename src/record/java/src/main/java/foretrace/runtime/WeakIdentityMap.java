package foretrace.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/** By what objects are, not by what they call equal: that is code of the program. It does not keep them alive. */
final class WeakIdentityMap<K, V> {
    private static final class Key<K> extends WeakReference<K> {
        private final int hash;

        Key(K object, ReferenceQueue<K> gone) {
            super(object, gone);
            hash = System.identityHashCode(object);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || other instanceof Key<?> key && hash == key.hash && get() != null && get() == key.get();
        }
    }

    private final Map<Key<K>, V> values = new HashMap<>();
    private final ReferenceQueue<K> gone = new ReferenceQueue<>();

    /** Null if there is none. */
    synchronized V get(K object) {
        return values.get(new Key<>(object, null));
    }

    synchronized void put(K object, V value) {
        for (Object dead = gone.poll(); dead != null; dead = gone.poll()) values.remove(dead);
        values.put(new Key<>(object, gone), value);
    }
}
