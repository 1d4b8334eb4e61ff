// Functions that share a line.

public class OneLine {
    int value, other;
    void set() { value = 1; } int get() { return value; }

    public static void main(String[] arguments) throws Exception {
        OneLine it = new OneLine();
        Thread one = new Thread(() -> { it.set(); it.other++; });
        it.value = 2; Thread two = new Thread(() -> { it.get(); it.other++; });
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
