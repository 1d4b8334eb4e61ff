// Who asks whether he was interrupted, too.

class InterruptedOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        InterruptedOk it = new InterruptedOk();
        Thread worker = new Thread(() -> {
            while (!Thread.interrupted()) Thread.onSpinWait();
            it.value++;
        });
        worker.start();
        it.value++;
        worker.interrupt();
        worker.join();
    }
}
