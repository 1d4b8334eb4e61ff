// What a static initialiser has made.

import lib.Both;

class ClassInitialisationOk {
    static class Table {
        static int[] squares = new int[8];
        static int count;

        static {
            for (int i = 0; i < squares.length; i++) squares[i] = i * i;
            count = squares.length;
        }

        static int of(int i) {
            return squares[i];
        }
    }

    public static void main(String[] arguments) throws Exception {
        Both.run(() -> System.out.println(Table.of(3)), () -> System.out.println(Table.squares[2] + Table.count));
    }
}
