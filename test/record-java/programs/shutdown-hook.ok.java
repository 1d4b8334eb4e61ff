// A hook starts when all threads of the program have ended.

class ShutdownHookOk {
    static int shared;

    public static void main(String[] arguments) {
        Thread worker = new Thread(() -> shared++);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(shared++)));
        worker.start();
    }
}
