package dev.pawl.handlers.sms;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.HttpUrl;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.handlers.text.TemplateRenderer;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.OutboundConnection.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends a text message through a gateway that speaks SMPP 3.4 or HTTP; the handler {@code
 * SMS_HANDLER}.
 *
 * <p>SMPP has no key by which a gateway recognises a repetition; a message may be sent twice if the
 * connection breaks at the wrong moment. HTTP gateways get the idempotency key.
 */
public final class SmsHandler implements Handler {

  /** The resource that Tasks name. */
  public static final String RESOURCE = "SMS_HANDLER";

  /** The maximum number of segments of one message. */
  public static final int MAX_SEGMENTS = 10;

  static final String SMS_THROTTLED = "SmsThrottled";
  static final String SMS_CONNECT = "SmsConnect";
  static final String SMS_REJECTED = "SmsRejected";
  static final String SMS_ADDRESS = "SmsAddress";
  static final String SMS_UNDELIVERED = "SmsUndelivered";
  static final String EGRESS_DENIED = "EgressDenied";

  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private static final String DEFAULT_CONNECTION = "sms";

  private final SmppGateway smpp;
  private final HttpSmsGateway http;

  /** Creates the handler; it trusts the certificates that the JVM trusts. */
  public SmsHandler(EgressGuard guard) {
    this(guard, new GuardedSockets(guard));
  }

  /** Creates the handler with its own way to open sockets of SMPP. */
  public SmsHandler(EgressGuard guard, GuardedSockets sockets) {
    this.smpp = new SmppGateway(sockets);
    this.http = new HttpSmsGateway(guard);
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    MessageSettings settings = MessageSettings.of(call);
    OutboundConnection connection =
        settings.connection(DEFAULT_CONNECTION, List.of(Kind.SMPP, Kind.HTTP));
    boolean awaitReceipt = awaitReceipt(settings, connection);
    SmsMessage message = message(settings, connection);
    SmsGateway gateway = connection.kind() == Kind.SMPP ? smpp : http;
    Duration limit = call.timeout().orElse(DEFAULT_TIMEOUT);
    return gateway.send(message, connection, call, limit, awaitReceipt).toJson();
  }

  private static SmsMessage message(MessageSettings settings, OutboundConnection connection)
      throws HandlerException {
    String text = text(settings);
    SmsSegments segments = SmsSegments.of(text);
    if (segments.count() > MAX_SEGMENTS) {
      throw new HandlerException(
          SMS_REJECTED,
          "text: needs %d segments; at most %d are allowed, use a shorter text"
              .formatted(segments.count(), MAX_SEGMENTS));
    }
    return new SmsMessage(recipient(settings), sender(settings, connection), text, segments);
  }

  private static SmsNumber recipient(MessageSettings settings) throws HandlerException {
    List<String> numbers = new ArrayList<>(settings.texts("to"));
    String field = numbers.isEmpty() ? "toField" : "to";
    numbers.addAll(settings.textsAt("toField", SMS_ADDRESS));
    if (numbers.size() != 1) {
      throw new HandlerException(
          SMS_ADDRESS,
          "to: the message has %d recipients; set one by to or toField, use a Map state for more"
              .formatted(numbers.size()));
    }
    return SmsNumber.recipient(field, numbers.getFirst());
  }

  private static SmsNumber sender(MessageSettings settings, OutboundConnection connection)
      throws HandlerException {
    Optional<String> sender =
        settings.text("sender").or(() -> MessageSettings.option(connection.options(), "sender"));
    return sender.isEmpty() ? SmsNumber.NONE : SmsNumber.sender(sender.get());
  }

  /** A literal text is never rendered: it may contain values of people who send input. */
  private static String text(MessageSettings settings) throws HandlerException {
    Optional<String> literal = settings.text("text");
    Optional<MessageTemplate> template = settings.template();
    String text =
        literal.isPresent() || template.isEmpty()
            ? literal.orElse("")
            : TemplateRenderer.plain(
                template.get().name() + ".text", template.get().text(), settings.data());
    if (text.isBlank()) {
      throw MessageSettings.invalid("text", "the message has no text; set text or template");
    }
    return text;
  }

  private static boolean awaitReceipt(MessageSettings settings, OutboundConnection connection)
      throws HandlerException {
    String receipt = settings.text("receipt").orElse("none");
    if (!receipt.equals("none") && !receipt.equals("wait")) {
      throw MessageSettings.invalid("receipt", "'%s' is not none or wait".formatted(receipt));
    }
    if (receipt.equals("wait") && connection.kind() != Kind.SMPP) {
      throw MessageSettings.invalid(
          "receipt", "wait needs a connection of kind SMPP; use none with kind HTTP");
    }
    return receipt.equals("wait");
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws HandlerException {
    OutboundConnection connection =
        MessageSettings.of(call).connection(DEFAULT_CONNECTION, List.of(Kind.SMPP, Kind.HTTP));
    return connection.kind() == Kind.SMPP
        ? GuardedSockets.hostAndPort(connection, SmppGateway.PORTS)
        : Optional.of(HttpUrl.parse(connection.address()).hostAndPort());
  }

  /** Returns a failure of sending: that of the gateway itself, or that of one message. */
  static HandlerException failure(String error, String cause) {
    return error.equals(SMS_CONNECT) || error.equals(SMS_THROTTLED)
        ? new DownstreamException(error, cause)
        : new HandlerException(error, cause);
  }

  @Override
  public HandlerDescriptor descriptor() {
    return SmsDescriptor.DESCRIPTOR;
  }
}
