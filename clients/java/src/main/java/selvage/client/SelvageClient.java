package selvage.client;

import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import selvage.account.v1.AccountServiceGrpc;
import selvage.admin.v1.AdminServiceGrpc;
import selvage.body.v1.BodyServiceGrpc;
import selvage.file.v1.FileServiceGrpc;
import selvage.lay.v1.LayServiceGrpc;
import selvage.nest.v1.NestPatternsRequest;
import selvage.nest.v1.NestRequest;
import selvage.nest.v1.NestServiceGrpc;
import selvage.pattern.v1.PatternServiceGrpc;
import selvage.project.v1.ProjectServiceGrpc;
import selvage.size.v1.SizeServiceGrpc;
import selvage.webhook.v1.WebhookServiceGrpc;

/**
 * A client of Selvage over gRPC: a stub for each service, and nest streams that outlive a lost connection. It may be used
 * by many threads; close it at the end.
 */
public final class SelvageClient implements AutoCloseable {
  private static final int LARGEST_MESSAGE = 256 << 20;

  /**
   * Repeats calls for which the service had no room, after a random share of a doubling time. UNAVAILABLE is a lost
   * connection, too: the key of {@link Identity} makes the repeated call the same one.
   */
  private static final Map<String, ?> RETRIES =
      Map.of(
          "methodConfig",
          List.of(
              Map.of(
                  "name", List.of(Map.of()),
                  "retryPolicy",
                      Map.of(
                          "maxAttempts", 5.0,
                          "initialBackoff", "0.2s",
                          "maxBackoff", "10s",
                          "backoffMultiplier", 2.0,
                          "retryableStatusCodes", List.of("UNAVAILABLE", "RESOURCE_EXHAUSTED")))));

  private final ManagedChannel channel;
  private final ClientInterceptor identity;

  private SelvageClient(ManagedChannel channel, ClientInterceptor identity) {
    this.channel = channel;
    this.identity = identity;
  }

  /** A client of the service at an origin, for example http://127.0.0.1:8080, for the user's active organisation. */
  public static SelvageClient connect(String origin, String key) {
    return connect(origin, key, null);
  }

  /**
   * A client of the service at an origin.
   *
   * @param organization the one to run against; "personal" is none; null is the user's active one
   */
  public static SelvageClient connect(String origin, String key, String organization) {
    URI uri = URI.create(origin);
    boolean secure = "https".equals(uri.getScheme());
    if (uri.getHost() == null || !(secure || "http".equals(uri.getScheme()))) {
      throw new IllegalArgumentException(origin + " is not an origin such as http://127.0.0.1:8080");
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    ManagedChannelBuilder<?> builder =
        ManagedChannelBuilder.forAddress(uri.getHost(), port)
            .maxInboundMessageSize(LARGEST_MESSAGE)
            .defaultServiceConfig(RETRIES)
            .enableRetry();
    ManagedChannel channel = (secure ? builder.useTransportSecurity() : builder.usePlaintext()).build();
    return new SelvageClient(channel, new Identity(key, organization));
  }

  public BodyServiceGrpc.BodyServiceBlockingStub body() {
    return BodyServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public PatternServiceGrpc.PatternServiceBlockingStub patterns() {
    return PatternServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public SizeServiceGrpc.SizeServiceBlockingStub sizes() {
    return SizeServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public NestServiceGrpc.NestServiceBlockingStub nests() {
    return NestServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public LayServiceGrpc.LayServiceBlockingStub lays() {
    return LayServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public FileServiceGrpc.FileServiceBlockingStub files() {
    return FileServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public ProjectServiceGrpc.ProjectServiceBlockingStub projects() {
    return ProjectServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public AccountServiceGrpc.AccountServiceBlockingStub account() {
    return AccountServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public WebhookServiceGrpc.WebhookServiceBlockingStub webhooks() {
    return WebhookServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  public AdminServiceGrpc.AdminServiceBlockingStub admin() {
    return AdminServiceGrpc.newBlockingStub(channel).withInterceptors(identity);
  }

  /** For stubs of other kinds, asynchronous or with futures; they take key and organisation from {@link #identity}. */
  public ManagedChannel channel() {
    return channel;
  }

  public ClientInterceptor identity() {
    return identity;
  }

  /** Nests. Every event up to done comes once and in order; closing the stream before that cancels the job. */
  public NestStream nest(NestRequest request) {
    NestRequest kept =
        request.hasKeepSeconds() ? request : request.toBuilder().setKeepSeconds(NestStream.KEEP_SECONDS).build();
    return new NestStream(nests(), kept.getKeepSeconds(), stub -> NestStream.events(stub.nest(kept), answer -> answer.getEvent()));
  }

  /** {@link #nest} for patterns and bodies. */
  public NestStream nest(NestPatternsRequest request) {
    NestPatternsRequest kept =
        request.hasKeepSeconds() ? request : request.toBuilder().setKeepSeconds(NestStream.KEEP_SECONDS).build();
    return new NestStream(nests(), kept.getKeepSeconds(), stub -> NestStream.events(stub.nestPatterns(kept), answer -> answer.getEvent()));
  }

  @Override
  public void close() {
    channel.shutdown();
    try {
      if (!channel.awaitTermination(5, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException e) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
