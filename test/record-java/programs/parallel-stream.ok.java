// A parallel stream over an array, and what it has made.

import java.util.stream.IntStream;

class ParallelStreamOk {
    public static void main(String[] arguments) throws Exception {
        int[] numbers = new int[256];
        int[] squares = new int[256];
        for (int i = 0; i < numbers.length; i++) numbers[i] = i;
        IntStream.range(0, numbers.length).parallel().forEach(i -> squares[i] = numbers[i] * numbers[i]);
        int sum = 0;
        for (int square : squares) sum += square;
        System.out.println(sum);
    }
}
