package dev.pawl.handlers.sms;

import dev.pawl.handlers.egress.EgressDeniedException;
import dev.pawl.handlers.socket.ConnectionDeadline;
import dev.pawl.handlers.socket.ConnectionFailure;
import dev.pawl.handlers.socket.GuardedSockets;
import dev.pawl.handlers.socket.GuardedSockets.ProtocolPorts;
import dev.pawl.handlers.text.MessageSettings;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.UnsentCallException;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.connection.socket.SocketConnection;
import org.jsmpp.util.DeliveryReceiptState;

/** Sends messages by SMPP 3.4, in a session of its own for each message. */
final class SmppGateway implements SmsGateway {

  static final ProtocolPorts PORTS = new ProtocolPorts(2775, Set.of(2775, 3550));

  /** Time kept for the end of a session after waiting for a receipt. */
  private static final Duration RESERVE = Duration.ofMillis(500);

  private static final int MAX_UNBIND_MILLIS = 2_000;

  private final GuardedSockets sockets;
  private final ReceiptRegistry receipts = new ReceiptRegistry();

  SmppGateway(GuardedSockets sockets) {
    this.sockets = sockets;
  }

  @Override
  public SmsReport send(
      SmsMessage message,
      OutboundConnection connection,
      HandlerCall call,
      Duration limit,
      boolean awaitReceipt)
      throws HandlerException {
    long deadlineNanos = System.nanoTime() + limit.minus(RESERVE).toNanos();
    try (Socket socket = open(connection, call, limit)) {
      ConnectionDeadline deadline = ConnectionDeadline.start(socket, limit);
      SMPPSession session = new SMPPSession((host, port) -> new SocketConnection(socket));
      try {
        session.setTransactionTimer(limit.toMillis());
        ReceiptListener listener = new ReceiptListener(receipts, account(connection));
        session.setMessageReceiverListener(listener);
        bind(session, connection, limit, awaitReceipt);
        return converse(session, message, connection, call, deadlineNanos, awaitReceipt);
      } finally {
        session.setTransactionTimer(MAX_UNBIND_MILLIS);
        session.unbindAndClose();
        deadline.close();
      }
    } catch (IOException e) {
      throw failure(connection, e);
    }
  }

  private Socket open(OutboundConnection connection, HandlerCall call, Duration limit)
      throws HandlerException, IOException {
    try {
      return sockets.open(call.origin().tenant(), connection, PORTS, limit);
    } catch (EgressDeniedException e) {
      throw new UnsentCallException(SmsHandler.EGRESS_DENIED, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      throw MessageSettings.invalid("connection", String.valueOf(e.getMessage()));
    }
  }

  /** A session that wants no receipts does not receive those of others either. */
  private static void bind(
      SMPPSession session, OutboundConnection connection, Duration limit, boolean awaitReceipt)
      throws IOException {
    session.connectAndBind(
        connection.address(),
        0,
        new BindParameter(
            awaitReceipt ? BindType.BIND_TRX : BindType.BIND_TX,
            MessageSettings.option(connection.auth(), "user").orElse(""),
            MessageSettings.option(connection.auth(), "password").orElse(""),
            MessageSettings.option(connection.options(), "systemType").orElse(""),
            TypeOfNumber.UNKNOWN,
            NumberingPlanIndicator.UNKNOWN,
            ""),
        limit.toMillis());
  }

  private SmsReport converse(
      SMPPSession session,
      SmsMessage message,
      OutboundConnection connection,
      HandlerCall call,
      long deadlineNanos,
      boolean awaitReceipt)
      throws HandlerException, IOException {
    List<String> ids = new ArrayList<>();
    receipts.beginSubmission();
    boolean submitting = true;
    try {
      SmppSubmission submission =
          new SmppSubmission(session, message, awaitReceipt, call.idempotencyKey());
      for (int i = 0; i < message.segments().count(); i++) {
        String id = submission.submit(i);
        ids.add(id);
        receipts.expect(account(connection) + id);
      }
      receipts.endSubmission();
      submitting = false;
      return awaitReceipt
          ? delivered(ids, connection, deadlineNanos)
          : new SmsReport(ids.getFirst(), ids.size(), SmsReport.ACCEPTED);
    } catch (NegativeResponseException | PDUException e) {
      throw failure(connection, e);
    } catch (ResponseTimeoutException | InvalidResponseException e) {
      throw new IOException(e);
    } finally {
      if (submitting) {
        receipts.endSubmission();
      }
      ids.forEach(id -> receipts.forget(account(connection) + id));
      recordEffect(call, message, ids);
    }
  }

  private SmsReport delivered(List<String> ids, OutboundConnection connection, long deadlineNanos)
      throws HandlerException, IOException {
    for (String id : ids) {
      Optional<DeliveryReceiptState> state;
      try {
        state = receipts.await(account(connection) + id, deadlineNanos);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (state.isEmpty()) {
        throw new HandlerException(
            SmsHandler.SMS_UNDELIVERED,
            "message %s: no receipt in time; it may still be delivered, use a longer timeout"
                .formatted(id));
      }
      if (state.get() != DeliveryReceiptState.DELIVRD) {
        throw new HandlerException(
            SmsHandler.SMS_UNDELIVERED,
            "message %s: the receipt says %s".formatted(id, state.get()));
      }
    }
    return new SmsReport(ids.getFirst(), ids.size(), SmsReport.DELIVERED);
  }

  private static void recordEffect(HandlerCall call, SmsMessage message, List<String> ids) {
    if (!ids.isEmpty()) {
      call.effect(
          new ExternalEffect(
              "sms",
              message.to().text(),
              "",
              "%d of %d segments accepted, id %s"
                  .formatted(ids.size(), message.segments().count(), ids.getFirst())));
    }
  }

  /** Message ids are unique within an account of a gateway. */
  private static String account(OutboundConnection connection) {
    return "%s %s "
        .formatted(
            connection.address(), MessageSettings.option(connection.auth(), "user").orElse(""));
  }

  private static HandlerException failure(OutboundConnection connection, Exception e) {
    NegativeResponseException refusal =
        e instanceof NegativeResponseException direct
            ? direct
            : e.getCause() instanceof NegativeResponseException cause ? cause : null;
    if (refusal != null) {
      return SmsHandler.failure(
          SmppErrors.nameOf(refusal.getCommandStatus()),
          "connection %s: the gateway refuses with status 0x%08x"
              .formatted(connection.name(), refusal.getCommandStatus()));
    }
    if (e instanceof PDUException || e.getCause() instanceof PDUException) {
      return new HandlerException(
          SmsHandler.SMS_REJECTED,
          "connection %s: the message does not fit into SMPP (%s)"
              .formatted(connection.name(), e.getMessage()));
    }
    IOException failure = e instanceof IOException network ? network : new IOException(e);
    return SmsHandler.failure(
        SmsHandler.SMS_CONNECT, ConnectionFailure.describe(connection, failure));
  }
}
