// A join that has run out orders nothing.

import lib.Steps;

class JoinTimedRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        JoinTimedRace it = new JoinTimedRace();
        Thread thread = new Thread(() -> {
            it.value++;
            Steps.after("go");
        });
        thread.start();
        thread.join(1);
        it.value++;
        Steps.reached("go");
        thread.join();
    }
}
