// What is thread-local is each thread's own, and what it inherits was there before.

import lib.Both;

class ThreadLocalOk {
    int value;
    static final ThreadLocal<ThreadLocalOk> OWN = ThreadLocal.withInitial(ThreadLocalOk::new);
    static final InheritableThreadLocal<Integer> INHERITED = new InheritableThreadLocal<>();

    public static void main(String[] arguments) throws Exception {
        INHERITED.set(3);
        OWN.get().value++;
        Both.run(() -> work(), () -> work());
        System.out.println(OWN.get().value);
    }

    private static void work() {
        OWN.get().value += INHERITED.get();
        OWN.remove();
        OWN.get().value++;
    }
}
