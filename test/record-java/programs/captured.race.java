// What a lambda has captured.

import lib.Both;

class CapturedRace {
    public static void main(String[] arguments) throws Exception {
        StringBuilder[] box = {new StringBuilder()};
        Both.run(() -> box[0] = null, () -> System.out.println(box[0] == null || true));
    }
}
