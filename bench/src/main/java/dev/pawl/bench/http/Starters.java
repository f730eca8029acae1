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
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Many clients that keep their connections and start executions, each in its time. One thread does
 * it for all of them, so that little of the machine goes to the client.
 */
final class Starters implements AutoCloseable {

  private static final String LENGTH = "content-length:";
  private static final int LONGEST_ANSWER = 16 * 1024;

  /** How late a start may be: it is sent with the others of its millisecond. */
  private static final Duration BREATH = Duration.ofMillis(1);

  private final Selector selector = Selector.open();
  private final List<Client> clients = new ArrayList<>();
  private final ArrayDeque<Client> idle = new ArrayDeque<>();
  private final byte[] request;

  private static final class Client {
    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(LONGEST_ANSWER);

    Client(SocketChannel channel) {
      this.channel = channel;
    }
  }

  Starters(URI server, int count, byte[] request) throws IOException {
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

  /** Asks so often per second while it may, and hands on the answers. */
  void run(int perSecond, BooleanSupplier mayAsk, BooleanSupplier isOver, Consumer<String> answers)
      throws IOException {
    long interval = Duration.ofSeconds(1).toNanos() / perSecond;
    long due = System.nanoTime();
    while (!isOver.getAsBoolean()) {
      while (System.nanoTime() >= due && !idle.isEmpty() && mayAsk.getAsBoolean()) {
        send(idle.remove());
        due += interval;
      }
      selector.select(
          key -> {
            Client client = (Client) key.attachment();
            if (hasRead(client)) {
              answers.accept(taken(client));
              idle.add(client);
            }
          },
          BREATH.toMillis());
    }
  }

  private void send(Client client) throws IOException {
    ByteBuffer out = ByteBuffer.wrap(request);
    while (out.hasRemaining()) {
      client.channel.write(out); // smaller than what the system takes at once
    }
  }

  private static boolean hasRead(Client client) {
    try {
      if (client.channel.read(client.in) < 0) {
        throw new IllegalStateException("the server hung up");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    int head = endOfHead(client.in);
    return head >= 0 && client.in.position() >= head + length(client.in, head);
  }

  /** Where the head ends, with the empty line behind it; -1 if it has not come yet. */
  private static int endOfHead(ByteBuffer in) {
    for (int at = 3; at < in.position(); at++) {
      if (in.get(at) == '\n' && in.get(at - 1) == '\r' && in.get(at - 2) == '\n') {
        return at + 1;
      }
    }
    return -1;
  }

  private static int length(ByteBuffer in, int head) {
    String fields =
        new String(in.array(), 0, head, StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
    int at = fields.indexOf(LENGTH);
    if (at < 0) {
      throw new IllegalStateException("an answer without its length: " + fields);
    }
    return Integer.parseInt(
        fields.substring(at + LENGTH.length(), fields.indexOf('\r', at)).strip());
  }

  private static String taken(Client client) {
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
