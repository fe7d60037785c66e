package selvage.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import selvage.nest.v1.CancelNestRequest;
import selvage.nest.v1.NestEvent;
import selvage.nest.v1.NestServiceGrpc.NestServiceBlockingStub;
import selvage.nest.v1.ResumeNestRequest;

/**
 * The events of a nest job, each once and in order, over as many connections as it takes. It serves one loop, unlike a
 * collection. Closing it before the last event cancels the job, unless the stream had failed: the caller may resume the job.
 * {@link #forEachAsync} does not block.
 */
public final class NestStream implements Iterable<NestEvent>, Iterator<NestEvent>, AutoCloseable {
  /** Time for which the work continues without a connection. */
  static final double KEEP_SECONDS = 60;

  private static final int ATTEMPTS = 5;
  /** Waits double up to 3.2 s. */
  private static final long FIRST_WAIT_MS = 200;
  private static final int MOST_DOUBLINGS = 4;

  /** Failures that another connection does not mend. */
  private static final Set<Status.Code> FINAL =
      EnumSet.of(
          Status.Code.INVALID_ARGUMENT,
          Status.Code.NOT_FOUND,
          Status.Code.ALREADY_EXISTS,
          Status.Code.PERMISSION_DENIED,
          Status.Code.UNAUTHENTICATED,
          Status.Code.FAILED_PRECONDITION,
          Status.Code.OUT_OF_RANGE,
          Status.Code.UNIMPLEMENTED,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.RESOURCE_EXHAUSTED);

  /** The stream was cut off, and no new connection could resume it. */
  public static final class NestCutException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final String jobId;
    private final int seq;

    NestCutException(String jobId, int seq, Throwable cause) {
      super("the stream of the job " + jobId + " was cut off after event " + seq, cause);
      this.jobId = jobId;
      this.seq = seq;
    }

    /** Job to resume. */
    public String jobId() {
      return jobId;
    }

    /** Number of the last event. */
    public int seq() {
      return seq;
    }
  }

  private final NestServiceBlockingStub nests;
  /** Under one idempotency key, so that all attempts to begin make one job. */
  private final NestServiceBlockingStub keyed;
  private final Function<NestServiceBlockingStub, Iterator<NestEvent>> begin;
  private final double keepSeconds;
  private Context.CancellableContext call = Context.current().withCancellation();
  private Iterator<NestEvent> events;
  private NestEvent next;
  private String jobId = "";
  private int seq;
  private int failures;
  private long brokenAt;
  private boolean done;
  private boolean failed;

  /** It connects again for {@code keepSeconds} after the last event. */
  NestStream(
      NestServiceBlockingStub nests,
      double keepSeconds,
      Function<NestServiceBlockingStub, Iterator<NestEvent>> begin) {
    this.nests = nests;
    this.keepSeconds = keepSeconds;
    Metadata key = new Metadata();
    key.put(Identity.IDEMPOTENCY_KEY, UUID.randomUUID().toString());
    this.keyed = nests.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(key));
    this.begin = begin;
  }

  static <A> Iterator<NestEvent> events(Iterator<A> answers, Function<A, NestEvent> event) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return answers.hasNext();
      }

      @Override
      public NestEvent next() {
        return event.apply(answers.next());
      }
    };
  }

  @Override
  public Iterator<NestEvent> iterator() {
    return this;
  }

  @Override
  public boolean hasNext() {
    while (next == null && !done) {
      try {
        if (events == null) {
          events = call.call(this::connection);
        }
        if (events.hasNext()) {
          take(events.next());
          continue;
        }
        goOnAfter(null);
      } catch (StatusRuntimeException failure) {
        goOnAfter(failure);
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    }
    return next != null;
  }

  private Iterator<NestEvent> connection() {
    if (jobId.isEmpty()) {
      return begin.apply(keyed);
    }
    ResumeNestRequest after = ResumeNestRequest.newBuilder().setJobId(jobId).setAfter(seq).build();
    return events(nests.resumeNest(after), answer -> answer.getEvent());
  }

  private void take(NestEvent event) {
    if (event.getJobId().equals(jobId) && event.getSeq() <= seq) {
      return;
    }
    jobId = event.getJobId();
    seq = event.getSeq();
    failures = 0;
    next = event;
  }

  /** Waits for the next attempt, or throws if there is none. A stream that merely ended has no failure. */
  private void goOnAfter(StatusRuntimeException failure) {
    events = null;
    failures += 1;
    if (failures == 1) {
      brokenAt = System.nanoTime();
    }
    if (failure != null && jobId.isEmpty()) {
      jobId = begunJob(failure);
      if (!jobId.isEmpty()) {
        return;
      }
    }
    if (failure != null && (FINAL.contains(failure.getStatus().getCode()) || call.isCancelled())) {
      failed = true;
      throw failure;
    }
    boolean runs = !jobId.isEmpty() && System.nanoTime() - brokenAt < keepSeconds * 1e9;
    if (failures >= ATTEMPTS && !runs) {
      failed = true;
      throw failure != null && jobId.isEmpty() ? failure : new NestCutException(jobId, seq, failure);
    }
    CountDownLatch cancelled = new CountDownLatch(1);
    Context.CancellationListener listener = context -> cancelled.countDown();
    call.addListener(listener, Runnable::run);
    try {
      cancelled.await(ThreadLocalRandom.current().nextLong(FIRST_WAIT_MS << Math.min(failures, MOST_DOUBLINGS)), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NestCutException(jobId, seq, e);
    } finally {
      call.removeListener(listener);
    }
  }

  /** The job that an attempt with a lost answer began; empty if the failure names none. */
  private static String begunJob(StatusRuntimeException failure) {
    for (Any detail : StatusProto.fromThrowable(failure).getDetailsList()) {
      if (!detail.is(ErrorInfo.class)) {
        continue;
      }
      try {
        ErrorInfo info = detail.unpack(ErrorInfo.class);
        if (info.getReason().equals("IDEMPOTENCY_KEY_IN_PROGRESS")) {
          return info.getMetadataOrDefault("jobId", "");
        }
      } catch (InvalidProtocolBufferException unreadable) {
        // The failure itself is told.
      }
    }
    return "";
  }

  @Override
  public NestEvent next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    NestEvent event = next;
    next = null;
    done = event.hasDone();
    return event;
  }

  /** Hands every event to a consumer on a thread of the executor; completes after the last one. */
  public CompletableFuture<Void> forEachAsync(Consumer<? super NestEvent> consumer, Executor executor) {
    return CompletableFuture.runAsync(() -> forEachRemaining(consumer), executor).whenComplete((nothing, error) -> close());
  }

  @Override
  public void close() {
    call.cancel(null);
    if (!done && !failed && !jobId.isEmpty()) {
      done = true;
      try {
        nests.withDeadlineAfter(5, TimeUnit.SECONDS).cancelNest(CancelNestRequest.newBuilder().setJobId(jobId).build());
      } catch (StatusRuntimeException unheard) {
        // The job ends by itself, a minute after its last listener.
      }
    }
  }
}
