// A digest of two threads.

import java.security.MessageDigest;
import lib.Both;

class DigestRace {
    public static void main(String[] arguments) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        Both.run(() -> digest.update((byte) 1), () -> digest.update((byte) 2));
    }
}
