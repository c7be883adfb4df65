package io.github.sluice.benchmarks.store;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Has one request in flight: when it is answered it asks again, on the thread of the answer, until the end. A
 * loop in place of a recursion, since an answer may come before the question returns; and who is answered like that many
 * times in a row makes room for the others, whose answers may wait for this thread.
 */
final class Requester implements CoreSubscriber<Answer> {

    private static final int STREAK = 64;

    private final Decider decider;
    private final IntSupplier callers;
    private final Tally tally;
    private final CountDownLatch end;
    private final CountDownLatch ended;
    private final Executor others;
    private final AtomicInteger turns = new AtomicInteger();

    private Answer answer = Answer.FAILED;
    private long startNanos;

    Requester(
            Decider decider,
            IntSupplier callers,
            Tally tally,
            CountDownLatch end,
            CountDownLatch ended,
            Executor others) {
        this.decider = decider;
        this.callers = callers;
        this.tally = tally;
        this.end = end;
        this.ended = ended;
        this.others = others;
    }

    void next() {
        if (turns.getAndIncrement() != 0) {
            return;
        }
        int streak = 0;
        do {
            if (end.getCount() == 0) {
                ended.countDown();
                return;
            }
            if (++streak > STREAK) {
                turns.set(0);
                others.execute(this::next);
                return;
            }
            answer = Answer.FAILED;
            startNanos = System.nanoTime();
            decider.decide(callers.getAsInt()).subscribe(this);
        } while (turns.decrementAndGet() != 0);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Answer next) {
        answer = next;
    }

    @Override
    public void onError(Throwable failure) {
        tally.failed(failure, System.nanoTime() - startNanos);
        next();
    }

    @Override
    public void onComplete() {
        tally.answered(answer, System.nanoTime() - startNanos);
        next();
    }
}
