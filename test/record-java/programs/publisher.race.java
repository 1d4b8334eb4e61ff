// What is changed after it was published.

import java.util.concurrent.SubmissionPublisher;
import lib.Steps;

class PublisherRace {
    int value;

    public static void main(String[] arguments) throws Exception {
        try (SubmissionPublisher<PublisherRace> publisher = new SubmissionPublisher<>()) {
            PublisherRace it = new PublisherRace();
            publisher.consume(other -> {
                System.out.println(other.value);
                Steps.reached("read");
            });
            publisher.submit(it);
            it.value++;
            Steps.after("read");
        }
    }
}
