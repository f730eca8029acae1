package dev.pawl.handlers.mail;

import dev.pawl.handlers.egress.EgressDeniedException;
import dev.pawl.handlers.mail.MailReport.RejectedRecipient;
import dev.pawl.handlers.socket.ConnectionDeadline;
import dev.pawl.handlers.socket.ConnectionFailure;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.handlers.socket.GuardedSockets.ProtocolPorts;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.UnsentCallException;
import jakarta.mail.Address;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/** Sends one mail to an SMTP server. */
final class SmtpSender {

  static final ProtocolPorts PORTS = new ProtocolPorts(25, Set.of(25, 465, 587));

  private final GuardedSockets sockets;
  private final int tenant;
  private final OutboundConnection connection;
  private final Duration limit;

  SmtpSender(GuardedSockets sockets, int tenant, OutboundConnection connection, Duration limit) {
    this.sockets = sockets;
    this.tenant = tenant;
    this.connection = connection;
    this.limit = limit;
  }

  /**
   * Sends the mail and reports who gets it.
   *
   * @throws HandlerException if no recipient accepts it
   */
  MailReport send(Mail mail) throws HandlerException {
    Session session = Session.getInstance(properties());
    MimeMessage message;
    try {
      message = MimeEncoder.encode(mail, session);
    } catch (MessagingException e) {
      throw new HandlerException(
          EmailAlert.MAIL_REJECTED, "the mail cannot be encoded: " + e.getMessage());
    }
    try (Socket socket = open()) {
      session
          .getProperties()
          .put("mail.smtp.localhost", "[" + socket.getLocalAddress().getHostAddress() + "]");
      ConnectionDeadline deadline = ConnectionDeadline.start(socket, limit);
      try {
        return send(mail, message, session, socket);
      } finally {
        deadline.close();
      }
    } catch (IOException e) {
      throw new DownstreamException(
          EmailAlert.MAIL_CONNECT, ConnectionFailure.describe(connection, e));
    }
  }

  private Socket open() throws HandlerException, IOException {
    try {
      return sockets.open(tenant, connection, PORTS, limit);
    } catch (EgressDeniedException e) {
      throw new UnsentCallException(EmailAlert.EGRESS_DENIED, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw MessageSettings.invalid("connection", String.valueOf(e.getMessage()));
    }
  }

  private MailReport send(Mail mail, MimeMessage message, Session session, Socket socket)
      throws HandlerException {
    Optional<String> user = MessageSettings.option(connection.auth(), "user");
    Optional<String> password = MessageSettings.option(connection.auth(), "password");
    List<InternetAddress> recipients = mail.recipients();
    SMTPTransport transport =
        new SMTPTransport(
            session, new URLName("smtp", null, -1, null, user.orElse(null), password.orElse(null)));
    try {
      transport.connect(socket);
      transport.sendMessage(message, recipients.toArray(Address[]::new));
      return new MailReport(mail.id(), plain(recipients.toArray(Address[]::new)), List.of());
    } catch (SendFailedException e) {
      List<String> accepted = plain(e.getValidSentAddresses());
      if (accepted.isEmpty()) {
        throw failure(transport, e);
      }
      return new MailReport(mail.id(), accepted, rejected(e));
    } catch (MessagingException e) {
      throw failure(transport, e);
    } finally {
      try {
        transport.close();
      } catch (MessagingException e) {
        // The outcome is known already.
      }
    }
  }

  private HandlerException failure(SMTPTransport transport, MessagingException e) {
    List<RejectedRecipient> rejected = rejected(e);
    int status =
        rejected.stream()
            .mapToInt(RejectedRecipient::status)
            .min()
            .orElse(isNetworkFailure(e) ? -1 : transport.getLastReturnCode());
    String detail =
        rejected.isEmpty()
            ? firstLine(e.getMessage())
            : "%s: %s".formatted(rejected.getFirst().address(), rejected.getFirst().reason());
    String error =
        switch (status / 100) {
          case 4 -> EmailAlert.MAIL_BUSY;
          case 5 -> EmailAlert.MAIL_REJECTED;
          default -> EmailAlert.MAIL_CONNECT;
        };
    String cause = "connection %s: %s".formatted(connection.name(), detail);
    // A recipient that the server defers says nothing about the server.
    return error.equals(EmailAlert.MAIL_REJECTED) || !rejected.isEmpty()
        ? new HandlerException(error, cause)
        : new DownstreamException(error, cause);
  }

  private static boolean isNetworkFailure(MessagingException e) {
    return e.getCause() instanceof IOException;
  }

  /** Returns the recipients that the chain of exceptions names, with the answers of the server. */
  private static List<RejectedRecipient> rejected(MessagingException failure) {
    List<RejectedRecipient> rejected = new ArrayList<>();
    for (Exception e = failure; e instanceof MessagingException next; e = next.getNextException()) {
      if (e instanceof SMTPAddressFailedException refused) {
        rejected.add(
            new RejectedRecipient(
                refused.getAddress().getAddress(),
                refused.getReturnCode(),
                firstLine(refused.getMessage())));
      }
    }
    return rejected;
  }

  private static List<String> plain(Address @Nullable [] addresses) {
    return addresses == null
        ? List.of()
        : Arrays.stream(addresses)
            .map(address -> ((InternetAddress) address).getAddress())
            .toList();
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "no reason given" : message.strip().lines().findFirst().orElse("");
  }

  private Properties properties() {
    Properties properties = new Properties();
    String millis = String.valueOf(Math.max(1, limit.toMillis()));
    boolean startTls = connection.tls() == OutboundConnection.Tls.STARTTLS;
    properties.setProperty("mail.smtp.timeout", millis);
    properties.setProperty("mail.smtp.sendpartial", "true");
    properties.setProperty("mail.smtp.quitwait", "false");
    properties.setProperty("mail.smtp.starttls.enable", String.valueOf(startTls));
    properties.setProperty("mail.smtp.starttls.required", String.valueOf(startTls));
    properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
    properties.put("mail.smtp.ssl.socketFactory", sockets.tls());
    properties.setProperty("mail.smtp.auth.mechanisms", "PLAIN LOGIN");
    properties.setProperty(
        "mail.smtp.auth", String.valueOf(connection.auth().get("user").isPresent()));
    return properties;
  }
}
