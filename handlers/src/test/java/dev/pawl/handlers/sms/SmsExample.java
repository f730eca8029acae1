package dev.pawl.handlers.sms;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.message.MessageCalls;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import java.io.IOException;

/** A gateway with a handler for it, for tests of other packages. */
public final class SmsExample implements AutoCloseable {

  private final SmppSimulator gateway;

  private SmsExample(SmppSimulator gateway) {
    this.gateway = gateway;
  }

  public static SmsExample start(MessageCalls calls) throws IOException {
    SmppSimulator gateway = SmppSimulator.start();
    calls.with(
        "sms",
        Kind.SMPP,
        gateway.address(),
        Tls.NONE,
        "{\"user\": \"pawl\", \"password\": \"secret\"}",
        "{\"sender\": \"Pawl\"}");
    return new SmsExample(gateway);
  }

  public Handler handler() {
    return new SmsHandler(new EgressGuard(EgressPolicy.PUBLIC_ONLY));
  }

  @Override
  public void close() throws IOException {
    gateway.close();
  }
}
