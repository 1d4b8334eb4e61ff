// What an AtomicReference refers to is not atomic.

import java.util.concurrent.atomic.AtomicReference;
import lib.Both;

class AtomicReferenceRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        AtomicReferenceRace it = new AtomicReferenceRace();
        AtomicReference<AtomicReferenceRace> shared = new AtomicReference<>(it);
        Both.run(() -> shared.get().value++, () -> shared.get().value++);
    }
}
