// Before start, and after join.

class StartJoinOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        StartJoinOk it = new StartJoinOk();
        it.value = 1;
        Thread thread = new Thread(() -> it.value++);
        thread.start();
        thread.join();
        it.value++;
    }
}
