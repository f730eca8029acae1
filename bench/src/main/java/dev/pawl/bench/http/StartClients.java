package dev.pawl.bench.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Starts executions over many persistent connections at a constant rate. A single thread serves all
 * connections, so that the client uses little of the machine.
 */
final class StartClients implements AutoCloseable {

  private static final String LENGTH = "content-length:";
  private static final String CHUNKED = "transfer-encoding: chunked";
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_RESPONSE_BYTES = 16 * 1024;

  /** The maximum delay of a start, which is sent together with others of the same millisecond. */
  private static final Duration SELECT_TIMEOUT = Duration.ofMillis(1);

  private final Selector selector = Selector.open();
  private final List<Client> clients = new ArrayList<>();
  private final ArrayDeque<Client> idle = new ArrayDeque<>();
  private final byte[] request;

  private static final class Client {
    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(MAX_RESPONSE_BYTES);

    Client(SocketChannel channel) {
      this.channel = channel;
    }
  }

  StartClients(URI server, int count, byte[] request) throws IOException {
    this.request = request;
    for (int i = 0; i < count; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Client client = new Client(channel);
      channel.register(selector, SelectionKey.OP_READ, client);
      clients.add(client);
      idle.add(client);
    }
  }

  /**
   * Sends requests at the given rate while {@code maySend} allows it, and passes on the responses.
   */
  void run(
      int perSecond, BooleanSupplier maySend, BooleanSupplier isOver, Consumer<String> responses)
      throws IOException {
    long interval = Duration.ofSeconds(1).toNanos() / perSecond;
    long due = System.nanoTime();
    while (!isOver.getAsBoolean()) {
      while (System.nanoTime() >= due && !idle.isEmpty() && maySend.getAsBoolean()) {
        send(idle.remove());
        due += interval;
      }
      selector.select(
          key -> {
            Client client = (Client) key.attachment();
            if (readResponse(client)) {
              responses.accept(takeResponse(client));
              idle.add(client);
            }
          },
          SELECT_TIMEOUT.toMillis());
    }
  }

  private void send(Client client) throws IOException {
    ByteBuffer out = ByteBuffer.wrap(request);
    while (out.hasRemaining()) {
      client.channel.write(out); // the request fits into the send buffer, so this does not spin
    }
  }

  private static boolean readResponse(Client client) {
    try {
      if (client.channel.read(client.in) < 0) {
        throw new IllegalStateException("the server hung up");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    int head = endOfHead(client.in);
    return head >= 0 && isComplete(client.in, head);
  }

  /** Returns the offset after the head and its empty line; -1 if it is not complete yet. */
  private static int endOfHead(ByteBuffer in) {
    for (int at = 3; at < in.position(); at++) {
      if (in.get(at) == '\n' && in.get(at - 1) == '\r' && in.get(at - 2) == '\n') {
        return at + 1;
      }
    }
    return -1;
  }

  private static boolean isComplete(ByteBuffer in, int head) {
    String fields =
        new String(in.array(), 0, head, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    if (fields.contains(CHUNKED)) {
      // A client has one request in flight, so nothing follows the last chunk.
      int last = in.position() - LAST_CHUNK.length;
      return last >= head
          && Arrays.equals(in.array(), last, in.position(), LAST_CHUNK, 0, LAST_CHUNK.length);
    }
    int at = fields.indexOf(LENGTH);
    if (at < 0) {
      throw new IllegalStateException("a response with neither length nor chunks: " + fields);
    }
    int length =
        Integer.parseInt(fields.substring(at + LENGTH.length(), fields.indexOf('\r', at)).strip());
    return in.position() >= head + length;
  }

  private static String takeResponse(Client client) {
    String answer =
        new String(client.in.array(), 0, client.in.position(), StandardCharsets.US_ASCII);
    client.in.clear();
    return answer;
  }

  @Override
  public void close() throws IOException {
    for (Client client : clients) {
      client.channel.close();
    }
    selector.close();
  }
}
