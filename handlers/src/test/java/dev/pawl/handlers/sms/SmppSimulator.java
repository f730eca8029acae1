package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.PDUStringException;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.BroadcastSm;
import org.jsmpp.bean.CancelBroadcastSm;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliveryReceipt;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.GSMSpecificFeature;
import org.jsmpp.bean.MessageMode;
import org.jsmpp.bean.MessageType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.QueryBroadcastSm;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.BindRequest;
import org.jsmpp.session.BroadcastSmResult;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.QueryBroadcastSmResult;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.Session;
import org.jsmpp.session.SubmitMultiResult;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.session.connection.ServerConnection;
import org.jsmpp.session.connection.ServerConnectionFactory;
import org.jsmpp.session.connection.socket.ServerSocketConnection;
import org.jsmpp.util.DeliveryReceiptState;
import org.jsmpp.util.MessageId;

/** An SMPP gateway on this machine that behaves as a test asks. */
final class SmppSimulator implements ServerMessageReceiverListener, AutoCloseable {

  static final String PASSWORD = "secret";

  private final ServerSocket socket;
  private final SMPPServerSessionListener listener;
  private final List<SMPPServerSession> sessions = new CopyOnWriteArrayList<>();
  private final List<SubmitSm> messages = new CopyOnWriteArrayList<>();
  private final List<BindType> binds = new CopyOnWriteArrayList<>();
  private final List<Integer> refusals = new CopyOnWriteArrayList<>();
  private final AtomicInteger ids = new AtomicInteger();

  /** Status of the answers after the first accepted ones; 0 accepts. */
  private volatile int submitStatus;

  private volatile int acceptedBefore;
  private volatile DeliveryReceiptState receipt = DeliveryReceiptState.DELIVRD;
  private volatile boolean receiptFirst;
  private volatile boolean sendsReceipts = true;

  SmppSimulator(ServerSocket socket) throws IOException {
    this.socket = socket;
    this.listener = new SMPPServerSessionListener(0, new ListenerOf(socket));
    this.listener.setMessageReceiverListener(this);
    Thread.ofVirtual().start(this::serve);
  }

  static SmppSimulator start() throws IOException {
    return new SmppSimulator(new ServerSocket(0, 50, InetAddress.getByName("localhost")));
  }

  private record ListenerOf(ServerSocket socket) implements ServerConnectionFactory {
    @Override
    public ServerConnection listen(int port) {
      return new ServerSocketConnection(socket);
    }

    @Override
    public ServerConnection listen(int port, int timeout) {
      return listen(port);
    }

    @Override
    public ServerConnection listen(int port, int timeout, int backlog) {
      return listen(port);
    }
  }

  SmppSimulator refuseAfter(int accepted, int status) {
    this.acceptedBefore = accepted;
    this.submitStatus = status;
    return this;
  }

  SmppSimulator receipt(DeliveryReceiptState state) {
    this.receipt = state;
    return this;
  }

  SmppSimulator withoutReceipts() {
    this.sendsReceipts = false;
    return this;
  }

  SmppSimulator receiptBeforeAnswer() {
    this.receiptFirst = true;
    return this;
  }

  String address() {
    return "localhost:" + socket.getLocalPort();
  }

  List<SubmitSm> messages() {
    return List.copyOf(messages);
  }

  List<BindType> binds() {
    return List.copyOf(binds);
  }

  /** Returns the status codes with which the client refused receipts. */
  List<Integer> refusals() {
    return List.copyOf(refusals);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try {
        SMPPServerSession session = listener.accept();
        sessions.add(session);
        Thread.ofVirtual().start(() -> bind(session));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void bind(SMPPServerSession session) {
    try {
      BindRequest request = session.waitForBind(10_000);
      binds.add(request.getBindType());
      if (request.getPassword().equals(PASSWORD)) {
        request.accept("simulator");
      } else {
        request.reject(SMPPConstant.STAT_ESME_RINVPASWD);
      }
    } catch (IOException | TimeoutException | PDUStringException e) {
      session.close();
    }
  }

  @Override
  public SubmitSmResult onAcceptSubmitSm(SubmitSm message, SMPPServerSession source)
      throws ProcessRequestException {
    if (submitStatus != 0 && messages.size() >= acceptedBefore) {
      throw new ProcessRequestException("refused", submitStatus);
    }
    messages.add(message);
    String id = Integer.toHexString(0xA0 + ids.incrementAndGet());
    if (message.getRegisteredDelivery() != 0 && sendsReceipts) {
      if (receiptFirst) {
        deliver(source, message, id, receipt);
      } else {
        Thread.ofVirtual().start(() -> deliver(source, message, id, receipt));
      }
    }
    try {
      return new SubmitSmResult(new MessageId(id), new OptionalParameter[0]);
    } catch (PDUStringException e) {
      throw new AssertionError(e);
    }
  }

  private void deliver(
      SMPPServerSession session, SubmitSm message, String id, DeliveryReceiptState state) {
    Date now = Date.from(Instant.EPOCH);
    DeliveryReceipt receipt = new DeliveryReceipt(id, 1, 1, now, now, state, "000", "text");
    try {
      session.deliverShortMessage(
          "",
          TypeOfNumber.INTERNATIONAL,
          NumberingPlanIndicator.ISDN,
          message.getDestAddress(),
          TypeOfNumber.UNKNOWN,
          NumberingPlanIndicator.UNKNOWN,
          message.getSourceAddr(),
          new ESMClass(
              MessageMode.DEFAULT, MessageType.SMSC_DEL_RECEIPT, GSMSpecificFeature.DEFAULT),
          (byte) 0,
          (byte) 0,
          new RegisteredDelivery(0),
          new RawDataCoding((byte) 0),
          receipt.toString().getBytes(US_ASCII));
    } catch (NegativeResponseException e) {
      refusals.add(e.getCommandStatus());
    } catch (Exception e) {
      // The client has gone.
    }
  }

  /** Sends a receipt that no call waits for through the newest session. */
  void deliverForeignReceipt() {
    deliver(sessions.getLast(), messages.getFirst(), "ffff", DeliveryReceiptState.DELIVRD);
  }

  @Override
  public void close() throws IOException {
    listener.close();
    sessions.forEach(SMPPServerSession::close);
  }

  @Override
  public SubmitMultiResult onAcceptSubmitMulti(SubmitMulti message, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public QuerySmResult onAcceptQuerySm(QuerySm query, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public void onAcceptReplaceSm(ReplaceSm message, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public void onAcceptCancelSm(CancelSm message, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public BroadcastSmResult onAcceptBroadcastSm(BroadcastSm message, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public void onAcceptCancelBroadcastSm(CancelBroadcastSm message, SMPPServerSession source)
      throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public QueryBroadcastSmResult onAcceptQueryBroadcastSm(
      QueryBroadcastSm query, SMPPServerSession source) throws ProcessRequestException {
    throw unsupported();
  }

  @Override
  public DataSmResult onAcceptDataSm(DataSm message, Session source)
      throws ProcessRequestException {
    throw unsupported();
  }

  private static ProcessRequestException unsupported() {
    return new ProcessRequestException("unsupported", SMPPConstant.STAT_ESME_RINVCMDID);
  }
}
