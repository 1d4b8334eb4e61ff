// Phases, with what happens between them.

import java.util.concurrent.Phaser;
import lib.Both;

class PhaserOk {
    int sum;
    int left;
    int right;

    public static void main(String[] arguments) throws Exception {
        PhaserOk it = new PhaserOk();
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                it.sum = it.left + it.right;
                return false;
            }
        };
        Both.run(() -> {
            it.left = 1;
            phaser.arriveAndAwaitAdvance();
            System.out.println(it.sum);
        }, () -> {
            it.right = 1;
            phaser.arriveAndAwaitAdvance();
            System.out.println(it.sum);
        });
    }
}
