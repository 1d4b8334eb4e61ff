// Two that nothing orders.

import java.util.concurrent.CompletableFuture;

class CompletableFutureRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        CompletableFutureRace it = new CompletableFutureRace();
        CompletableFuture<?> one = CompletableFuture.runAsync(() -> it.value++);
        it.value++;
        one.get();
    }
}
