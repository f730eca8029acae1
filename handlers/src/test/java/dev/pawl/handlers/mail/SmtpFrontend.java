package dev.pawl.handlers.mail;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A server in front of GreenMail for what GreenMail lacks: STARTTLS, certificates of choice, and
 * answers of choice to some commands. Everything else it passes on.
 */
final class SmtpFrontend implements AutoCloseable {

  private final ServerSocket listener;
  private final int backend;
  private final SSLContext tls;
  private final boolean tlsFromStart;
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private final List<String> commands = new CopyOnWriteArrayList<>();

  SmtpFrontend(int backend, SSLContext tls, boolean tlsFromStart) throws IOException {
    this.backend = backend;
    this.tls = tls;
    this.tlsFromStart = tlsFromStart;
    this.listener = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
    Thread.ofVirtual().start(this::serve);
  }

  /** Answers commands that contain a text, or the greeting ("CONNECT"); CLOSE breaks off. */
  SmtpFrontend answer(String command, String answer) {
    answers.put(command, answer);
    return this;
  }

  String address() {
    return "localhost:" + listener.getLocalPort();
  }

  List<String> commands() {
    return List.copyOf(commands);
  }

  private void serve() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> converse(client));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void converse(Socket accepted) {
    try (Socket front = tlsFromStart ? secured(accepted) : accepted;
        Socket back = new Socket(InetAddress.getByName("localhost"), backend)) {
      Socket client = front;
      BufferedReader fromServer = reader(back);
      BufferedReader fromClient = reader(client);
      String greeting = reply(fromServer);
      String answer = answers.get("CONNECT");
      send(client, answer != null ? answer + "\r\n" : greeting);
      String line;
      while ((line = fromClient.readLine()) != null) {
        commands.add(line);
        String scripted = scripted(line);
        if ("CLOSE".equals(scripted)) {
          return;
        } else if (scripted != null) {
          send(client, scripted + "\r\n");
        } else if (line.equalsIgnoreCase("STARTTLS")) {
          send(client, "220 go ahead\r\n");
          client = secured(client);
          fromClient = reader(client);
        } else {
          send(back, line + "\r\n");
          String reply = reply(fromServer);
          boolean ehlo = line.toUpperCase(Locale.ROOT).startsWith("EHLO");
          send(client, ehlo ? reply.replaceFirst("\r\n", "\r\n250-STARTTLS\r\n") : reply);
          if (line.equalsIgnoreCase("DATA") && reply.startsWith("354")) {
            content(fromClient, back);
            send(client, reply(fromServer));
          }
        }
      }
    } catch (IOException e) {
      // The conversation is over.
    }
  }

  private String scripted(String line) {
    return answers.entrySet().stream()
        .filter(entry -> line.contains(entry.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  private Socket secured(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(
                    plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
    socket.setUseClientMode(false);
    socket.startHandshake();
    return socket;
  }

  private static void content(BufferedReader from, Socket to) throws IOException {
    String line;
    while ((line = from.readLine()) != null) {
      send(to, line + "\r\n");
      if (line.equals(".")) {
        return;
      }
    }
  }

  private static String reply(BufferedReader from) throws IOException {
    StringBuilder reply = new StringBuilder();
    String line;
    while ((line = from.readLine()) != null) {
      reply.append(line).append("\r\n");
      if (line.length() < 4 || line.charAt(3) != '-') {
        return reply.toString();
      }
    }
    throw new IOException("the server broke off");
  }

  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(ISO_8859_1));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
