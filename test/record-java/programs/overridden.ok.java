// Classes that extend collections and guard them.

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import lib.Both;

class OverriddenOk {
    private static final class Guarded extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized boolean add(String it) {
            return super.add(it);
        }
    }

    private static final class Table extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String put(String key, String value) {
            synchronized (this) {
                return super.put(key, value);
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<String> list = new Guarded();
        Map<String, String> table = new Table();
        Both.run(() -> {
            list.add("one");
            table.put("one", "1");
        }, () -> {
            list.add("two");
            table.put("two", "2");
        });
    }
}
