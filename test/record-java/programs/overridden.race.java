// A class that extends a collection and guards one of two methods.

import java.util.ArrayList;
import lib.Both;

class OverriddenRace {
    private static final class Guarded extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized boolean add(String it) {
            return super.add(it);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Guarded list = new Guarded();
        Both.run(() -> list.add("one"), () -> list.size());
    }
}
