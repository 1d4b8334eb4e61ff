/** What it takes to begin. */
final class Hello {
    public static void main(String[] arguments) {
        System.out.println("Hello");
    }
}
