package selvage.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.UUID;

/** Sends key and organisation along with each call, and an idempotency key: a call that gRPC repeats is the same one. */
final class Identity implements ClientInterceptor {
  static final Metadata.Key<String> IDEMPOTENCY_KEY = header("idempotency-key");

  private final Metadata identity = new Metadata();

  Identity(String key, String organization) {
    identity.put(header("authorization"), "Bearer " + key);
    if (organization != null) {
      identity.put(header("x-service-organization-id"), organization);
    }
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<A> listener, Metadata headers) {
        headers.merge(identity);
        if (!headers.containsKey(IDEMPOTENCY_KEY)) {
          headers.put(IDEMPOTENCY_KEY, UUID.randomUUID().toString());
        }
        super.start(listener, headers);
      }
    };
  }

  private static Metadata.Key<String> header(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
