package insurance;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.session.connection.ServerConnection;
import org.jsmpp.session.connection.ServerConnectionFactory;
import org.jsmpp.session.connection.socket.ServerSocketConnection;
import org.jsmpp.util.MessageId;

/** An SMPP gateway that accepts messages, after it has refused some for the moment. */
final class SmsGateway implements AutoCloseable {

  final List<String> messages = new CopyOnWriteArrayList<>();

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
  private final AtomicInteger refusals;
  private final SMPPServerSessionListener listener;

  /** What the gateway listens to, on a port that is free. */
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

  SmsGateway(int refusals) throws IOException {
    this.refusals = new AtomicInteger(refusals);
    this.listener = new SMPPServerSessionListener(0, new ListenerOf(socket));
    listener.setMessageReceiverListener(receiver());
    Thread.ofVirtual().start(this::serve);
  }

  int port() {
    return socket.getLocalPort();
  }

  private ServerMessageReceiverListener receiver() {
    return (ServerMessageReceiverListener)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ServerMessageReceiverListener.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("onAcceptSubmitSm")) {
                return accept((SubmitSm) arguments[0]);
              }
              throw new ProcessRequestException("unsupported", SMPPConstant.STAT_ESME_RINVCMDID);
            });
  }

  private SubmitSmResult accept(SubmitSm message) throws Exception {
    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new ProcessRequestException("try later", SMPPConstant.STAT_ESME_RTHROTTLED);
    }
    messages.add(
        message.getDestAddress()
            + " "
            + new String(message.getShortMessage(), StandardCharsets.US_ASCII));
    return new SubmitSmResult(new MessageId("1"), new OptionalParameter[0]);
  }

  private void serve() {
    try {
      while (!socket.isClosed()) {
        SMPPServerSession session = listener.accept();
        Thread.ofVirtual().start(() -> bind(session));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private static void bind(SMPPServerSession session) {
    try {
      session.waitForBind(10_000).accept("gateway");
    } catch (Exception e) {
      session.close();
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    socket.close();
  }
}
