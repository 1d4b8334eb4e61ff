// What an atomic hands to a lambda was made before.

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import lib.Both;

class AtomicLambdaOk {
    static final AtomicReferenceFieldUpdater<AtomicLambdaOk, AtomicLambdaOk> NEXT =
            AtomicReferenceFieldUpdater.newUpdater(AtomicLambdaOk.class, AtomicLambdaOk.class, "next");

    int value;
    volatile AtomicLambdaOk next;

    public static void main(String[] arguments) throws Exception {
        AtomicReference<AtomicLambdaOk> last = new AtomicReference<>(new AtomicLambdaOk());
        AtomicReferenceArray<AtomicLambdaOk> array = new AtomicReferenceArray<>(2);
        AtomicLambdaOk head = new AtomicLambdaOk();
        Both.run(() -> work(last, array, head), () -> work(last, array, head));
        System.out.println(last.get().value + array.get(1).value + head.next.value);
    }

    private static void work(AtomicReference<AtomicLambdaOk> last, AtomicReferenceArray<AtomicLambdaOk> array, AtomicLambdaOk head) {
        for (int i = 0; i < 100; i++) {
            last.updateAndGet(AtomicLambdaOk::after);
            last.getAndUpdate(AtomicLambdaOk::after);
            last.accumulateAndGet(last.get(), (old, other) -> other.value < 0 ? other : after(old));
            array.updateAndGet(1, AtomicLambdaOk::after);
            array.getAndAccumulate(1, null, (old, other) -> after(old));
            NEXT.updateAndGet(head, AtomicLambdaOk::after);
            if (head.next.value < 0) System.out.println("never");
        }
    }

    private static AtomicLambdaOk after(AtomicLambdaOk old) {
        AtomicLambdaOk now = new AtomicLambdaOk();
        now.value = old == null ? 1 : old.value + 1;
        return now;
    }
}
