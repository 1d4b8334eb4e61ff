// A scanner of two threads.

import java.util.Scanner;
import lib.Both;

class ScannerRace {
    public static void main(String[] arguments) throws Exception {
        Scanner scanner = new Scanner("1 2 3 4");
        Both.run(() -> scanner.nextInt(), () -> scanner.nextInt());
    }
}
