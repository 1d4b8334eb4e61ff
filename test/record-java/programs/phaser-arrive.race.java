// Who arrives and does not wait.

import java.util.concurrent.Phaser;
import lib.Both;
import lib.Steps;

class PhaserArriveRace {
    static int shared;

    public static void main(String[] arguments) throws Exception {
        Phaser phaser = new Phaser(2);
        Both.run(() -> {
            Steps.after("arrived");
            shared++;
            phaser.arriveAndAwaitAdvance();
        }, () -> {
            phaser.arrive();
            Steps.reached("arrived");
            shared++;
        });
    }
}
