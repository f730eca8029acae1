package dev.pawl.triggers.launch;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.webhook.WebhookMessage;
import java.util.Optional;

/** A request to a webhook; the methods are called in their order, each when it is needed. */
public interface InboundWebhook {

  TenantId tenant();

  String path();

  WebhookMessage message();

  /** Returns the holder of a verified key that may start the flow; empty if there is none. */
  Optional<String> caller(String flow);

  /** Returns the idempotency key of a request that is authenticated by a key or not at all. */
  Optional<String> idempotencyKey();

  /** Returns the body as a value; throws an exception if it cannot be read. */
  Json input();

  /** Takes a request from the rate of the tenant; throws an exception if it is used up. */
  void admit();

  /** Holds a start of the quotas of the tenant; throws an exception if they are used up. */
  HeldStart hold();

  /** A start that a quota has room for; closing it gives the room back, or uses it. */
  interface HeldStart extends AutoCloseable {

    /** Uses no quota. */
    HeldStart NONE =
        new HeldStart() {
          @Override
          public void count() {}

          @Override
          public void close() {}
        };

    /** Counts the start against the quotas, because it has happened. */
    void count();

    @Override
    void close();
  }
}
