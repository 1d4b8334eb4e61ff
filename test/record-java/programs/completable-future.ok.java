// What a stage hands to the next.

import java.util.concurrent.CompletableFuture;

class CompletableFutureOk {
    int value;

    public static void main(String[] arguments) throws Exception {
        CompletableFutureOk it = new CompletableFutureOk();
        it.value = 1;
        int sum = CompletableFuture.supplyAsync(() -> it.value++)
                .thenApplyAsync(n -> n + it.value++)
                .thenCombine(CompletableFuture.supplyAsync(() -> 4), Integer::sum)
                .get();
        System.out.println(sum + it.value);
    }
}
