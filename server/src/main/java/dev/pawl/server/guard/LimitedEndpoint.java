package dev.pawl.server.guard;

import dev.pawl.server.problem.DirectProblem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections within the limit of their address, and closes those whose request head takes
 * too long. It uses the protected methods that Tomcat has for such subclasses, and the handler that
 * receives every event of a connection and its end.
 */
final class LimitedEndpoint extends NioEndpoint {

  /** Small enough for the empty send buffer of a new connection, so that writing never waits. */
  private static final byte[] REFUSED = refusal();

  private final Map<SocketChannel, OpenConnection> open = new ConcurrentHashMap<>();
  private Optional<AddressLimit> addresses = Optional.empty();
  private long headMillis = Long.MAX_VALUE;

  private static byte[] refusal() {
    String body = DirectProblem.text(429, AddressLimit.CODE, AddressLimit.DETAIL);
    return """
    HTTP/1.1 429 Too Many Requests\r
    Content-Type: application/problem+json\r
    Content-Length: %d\r
    Retry-After: 1\r
    Connection: close\r
    \r
    %s\
    """
        .formatted(body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Before it is started. */
  void limit(Optional<AddressLimit> newAddresses, Duration headTimeout) {
    addresses = newAddresses;
    headMillis = headTimeout.toMillis();
  }

  @Override
  public void setHandler(Handler<NioChannel> handler) {
    super.setHandler(new WatchingHandler(handler));
  }

  @Override
  protected boolean setSocketOptions(SocketChannel socket) {
    OpenConnection connection = new OpenConnection(address(socket));
    if (!enter(connection)) {
      refuse(socket);
      return false;
    }
    open.put(socket, connection);
    if (!super.setSocketOptions(socket)) {
      leave(socket);
      return false;
    }
    SocketWrapperBase<NioChannel> wrapper = connections.get(socket);
    if (wrapper != null) {
      connection.awaitFirstHead(wrapper);
    }
    return true;
  }

  private static @Nullable InetAddress address(SocketChannel socket) {
    try {
      return socket.getRemoteAddress() instanceof InetSocketAddress remote
          ? remote.getAddress()
          : null;
    } catch (IOException closed) {
      return null;
    }
  }

  private boolean enter(OpenConnection connection) {
    return addresses.isEmpty()
        || connection.address == null
        || addresses.get().acquire(connection.address);
  }

  private void refuse(SocketChannel socket) {
    try {
      socket.configureBlocking(false);
      socket.write(ByteBuffer.wrap(REFUSED));
      socket.shutdownOutput();
    } catch (IOException gone) {
      // It is closed in any case.
    }
    destroySocket(socket);
  }

  private void leave(SocketChannel socket) {
    OpenConnection connection = open.remove(socket);
    if (connection != null && addresses.isPresent() && connection.address != null) {
      addresses.get().release(connection.address);
    }
  }

  /** One connection, and since when it has been sending the head of a request. */
  private final class OpenConnection {

    private final @Nullable InetAddress address;
    private boolean hasBegun;
    private boolean isSendingHead = true;
    private long headSince = System.nanoTime();

    OpenConnection(@Nullable InetAddress address) {
      this.address = address;
    }

    /** The poller may have been faster, and then the timeout is no longer that of a head. */
    synchronized void awaitFirstHead(SocketWrapperBase<NioChannel> wrapper) {
      if (!hasBegun) {
        wrapper.setReadTimeout(headMillis);
      }
    }

    synchronized void begin(SocketWrapperBase<NioChannel> wrapper) {
      hasBegun = true;
      wrapper.setReadTimeout(getConnectionTimeout());
      if (!isSendingHead) {
        startHead();
      }
    }

    private void startHead() {
      isSendingHead = true;
      headSince = System.nanoTime();
    }

    /** The request is over and the next one may come; Tomcat bounds how long that may take. */
    synchronized void rest() {
      isSendingHead = false;
    }

    /**
     * Half of a head is there. If no more of it comes in time, the poller closes the connection.
     *
     * @param isNext whether a request was answered before it
     * @return whether there is time left
     */
    synchronized boolean awaitHead(SocketWrapperBase<NioChannel> wrapper, boolean isNext) {
      if (isNext) {
        startHead();
      }
      long left = headMillis - Duration.ofNanos(System.nanoTime() - headSince).toMillis();
      wrapper.setReadTimeout(Math.max(1, left));
      return left > 0;
    }
  }

  /** Passes everything on, and watches how far the heads of requests are. */
  private final class WatchingHandler implements Handler<NioChannel> {

    private final Handler<NioChannel> handler;

    WatchingHandler(Handler<NioChannel> handler) {
      this.handler = handler;
    }

    private @Nullable SocketChannel channel(SocketWrapperBase<NioChannel> wrapper) {
      NioChannel socket = wrapper.getSocket();
      return socket == null ? null : socket.getIOChannel();
    }

    @Override
    public SocketState process(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      SocketChannel socket = channel(wrapper);
      OpenConnection connection = socket == null ? null : open.get(socket);
      if (connection == null) {
        return handler.process(wrapper, event);
      }
      long written = lastWrite(wrapper);
      connection.begin(wrapper);
      SocketState state = handler.process(wrapper, event);
      // Nothing here is asynchronous or upgraded, so LONG is a head that is not whole yet.
      if (state == SocketState.LONG) {
        boolean isNext = lastWrite(wrapper) != written;
        return connection.awaitHead(wrapper, isNext) ? state : SocketState.CLOSED;
      }
      connection.rest();
      return state;
    }

    private static long lastWrite(SocketWrapperBase<NioChannel> wrapper) {
      return ((NioSocketWrapper) wrapper).getLastWrite();
    }

    @Override
    public Object getGlobal() {
      return handler.getGlobal();
    }

    @Override
    public void release(SocketWrapperBase<NioChannel> wrapper) {
      SocketChannel socket = channel(wrapper);
      if (socket != null) {
        leave(socket);
      }
      handler.release(wrapper);
    }

    @Override
    public void pause() {
      handler.pause();
    }

    @Override
    public void recycle() {
      handler.recycle();
    }
  }
}
