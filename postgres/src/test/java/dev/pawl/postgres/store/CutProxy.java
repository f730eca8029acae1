package dev.pawl.postgres.store;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between a store and its server, and cuts a connection when a statement comes along it:
 * that of the next connection that has ever sent a certain word.
 */
final class CutProxy implements AutoCloseable {

  /** When to cut. */
  enum Cut {
    /** The server never sees the statement. */
    BEFORE,
    /** The server executes it, but the response is lost. */
    AFTER
  }

  // Comes before a statement when some time has passed; the statement is what is meant.
  private static final String TIDYING = "discard plans";

  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):(\\d+)/");

  private final Database target;
  private final ServerSocket endpoint;
  private final String host;
  private final int port;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile String word = "";
  private volatile Cut cut = Cut.BEFORE;
  private volatile CountDownLatch gate = new CountDownLatch(0);

  CutProxy(Database target) throws IOException {
    this.target = target;
    Matcher matcher = ADDRESS.matcher(target.url());
    if (!matcher.find()) {
      throw new IllegalArgumentException(target.url());
    }
    host = matcher.group(1);
    port = Integer.parseInt(matcher.group(2));
    endpoint = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  /** The database as seen through the proxy. */
  Database database() {
    String url = target.url().replaceFirst(":\\d+/", ":" + endpoint.getLocalPort() + "/");
    return new Database(url, target.user(), target.password());
  }

  /** Cuts the next connection that sends something and has ever sent that word. */
  void cutNext(Cut when, String marked) {
    cut = when;
    word = marked;
  }

  /** Rejects connections until {@link #openEndpoint}. */
  void closeEndpoint() {
    gate = new CountDownLatch(1);
  }

  void openEndpoint() {
    gate.countDown();
  }

  private void accept() {
    while (!endpoint.isClosed()) {
      try {
        Socket client = endpoint.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try {
      gate.await();
      Socket server = new Socket(host, port);
      open.add(server);
      Conversation conversation = new Conversation(client, server);
      Thread.ofVirtual().start(conversation::answers);
      conversation.questions();
    } catch (IOException | InterruptedException gone) {
      close(client);
    }
  }

  private final class Conversation {
    private final Socket client;
    private final Socket server;
    private final StringBuilder said = new StringBuilder();
    private volatile boolean deaf;

    private Conversation(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    private void questions() {
      byte[] buffer = new byte[1 << 16];
      try (client;
          server) {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          String now = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
          said.append(now);
          String marked = word;
          if (!marked.isEmpty() && said.indexOf(marked) >= 0 && !now.contains(TIDYING)) {
            word = "";
            if (cut == Cut.BEFORE) {
              return;
            }
            deaf = true;
          }
          out.write(buffer, 0, count);
        }
      } catch (IOException gone) {
        // One side has left.
      }
    }

    private void answers() {
      byte[] buffer = new byte[1 << 16];
      try (client;
          server) {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          if (deaf) {
            return;
          }
          out.write(buffer, 0, count);
        }
      } catch (IOException gone) {
        // One side has left.
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    openEndpoint();
    endpoint.close();
    open.forEach(CutProxy::close);
  }
}
