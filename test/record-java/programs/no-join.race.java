// Nobody waits for the thread.

class NoJoinRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        NoJoinRace it = new NoJoinRace();
        Thread thread = new Thread(() -> it.value++);
        thread.start();
        it.value++;
        thread.join();
    }
}
