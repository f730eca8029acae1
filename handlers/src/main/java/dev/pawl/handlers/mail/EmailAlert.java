package dev.pawl.handlers.mail;

import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.OutboundConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Sends a mail by SMTP; the handler {@code EMAIL_ALERT}.
 *
 * <p>A mail may be sent more than once if the connection breaks at the wrong moment. All attempts
 * of a step send the same Message-ID, by which most mail systems drop repetitions.
 */
public final class EmailAlert implements Handler {

  /** The resource that Tasks name. */
  public static final String RESOURCE = "EMAIL_ALERT";

  /** Another name of the resource. */
  public static final String ALIAS = "EMAIL_HANDLER";

  static final String MAIL_BUSY = "MailBusy";
  static final String MAIL_CONNECT = "MailConnect";
  static final String MAIL_REJECTED = "MailRejected";
  static final String EGRESS_DENIED = "EgressDenied";

  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  private static final String DEFAULT_CONNECTION = "smtp";

  private final GuardedSockets sockets;

  /** Creates the handler; it trusts the certificates that the JVM trusts. */
  public EmailAlert(EgressGuard guard) {
    this(new GuardedSockets(guard));
  }

  /** Creates the handler with its own way to open sockets. */
  public EmailAlert(GuardedSockets sockets) {
    this.sockets = sockets;
  }

  @Override
  public Json handle(HandlerCall call) throws HandlerException {
    MessageSettings settings = MessageSettings.of(call);
    OutboundConnection connection =
        settings.connection(DEFAULT_CONNECTION, List.of(OutboundConnection.Kind.SMTP));
    Mail mail = MailReader.read(call, settings, connection);
    Duration limit = call.timeout().orElse(DEFAULT_TIMEOUT);
    MailReport report =
        new SmtpSender(sockets, call.origin().tenant(), connection, limit).send(mail);
    call.effect(new ExternalEffect("mail", target(report), mail.id(), report.summary()));
    return report.toJson();
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws HandlerException {
    return GuardedSockets.hostAndPort(
        MessageSettings.of(call)
            .connection(DEFAULT_CONNECTION, List.of(OutboundConnection.Kind.SMTP)),
        SmtpSender.PORTS);
  }

  private static String target(MailReport report) {
    return report.accepted().stream().collect(Collectors.joining(", "));
  }

  @Override
  public HandlerDescriptor descriptor() {
    return EmailDescriptor.DESCRIPTOR;
  }
}
