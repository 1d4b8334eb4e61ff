// Two virtual threads.

class VirtualThreadsRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        VirtualThreadsRace it = new VirtualThreadsRace();
        Thread one = Thread.startVirtualThread(() -> it.value++);
        Thread two = Thread.startVirtualThread(() -> it.value++);
        one.join();
        two.join();
    }
}
