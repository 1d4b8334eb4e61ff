// A thread that is seen not to be alive is over.

class IsAliveOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        IsAliveOk it = new IsAliveOk();
        Thread thread = new Thread(() -> it.value++);
        thread.start();
        while (thread.isAlive()) Thread.onSpinWait();
        it.value++;
    }
}
