// A virtual thread, before its start and after its end.

class VirtualThreadOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        VirtualThreadOk it = new VirtualThreadOk();
        it.value = 1;
        Thread thread = Thread.ofVirtual().name("virtual").start(() -> it.value++);
        thread.join();
        it.value++;
    }
}
