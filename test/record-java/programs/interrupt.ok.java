// Who learns of the interrupt comes after it.

class InterruptOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        InterruptOk it = new InterruptOk();
        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                it.value++;
            }
        });
        sleeper.start();
        it.value++;
        sleeper.interrupt();
        sleeper.join();
    }
}
