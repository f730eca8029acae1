package dev.pawl.chaos.proxy;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The part of PostgreSQL's protocol that is needed to find the beginning and end of statements. */
final class PostgresProtocol {

  static final char PARSE = 'P';
  static final char BIND = 'B';
  static final char QUERY = 'Q';
  static final char SYNC = 'S';
  static final char READY_FOR_QUERY = 'Z';

  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;
  private static final Pattern WRITING_STATEMENT =
      Pattern.compile("insert into|update|delete from|^commit", Pattern.CASE_INSENSITIVE);

  private final Map<String, String> prepared = new HashMap<>();

  /** One protocol message; startup messages have no type. */
  record Message(int type, byte[] body) {

    static final int WITHOUT_TYPE = -1;

    static Message readUntyped(DataInputStream in) throws IOException {
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      return new Message(WITHOUT_TYPE, body);
    }

    static Message read(int type, DataInputStream in) throws IOException {
      return new Message(type, readUntyped(in).body());
    }

    void write(DataOutputStream out) throws IOException {
      if (type != WITHOUT_TYPE) {
        out.writeByte(type);
      }
      out.writeInt(body.length + 4);
      out.write(body);
    }

    /** Returns true for a request for encryption, which is answered by a single byte. */
    boolean asksForEncryption() {
      int code = ByteBuffer.wrap(body).getInt();
      return code == SSL_REQUEST || code == GSS_REQUEST;
    }

    /** Returns the zero-terminated text at an offset. */
    String text(int from) {
      int end = from;
      while (body[end] != 0) {
        end++;
      }
      return new String(body, from, end - from, StandardCharsets.UTF_8);
    }
  }

  static boolean writes(String statement) {
    return WRITING_STATEMENT.matcher(statement).find();
  }

  /** Returns the statement that a client message executes, if any. */
  Optional<String> statement(Message message) {
    switch (message.type()) {
      case PARSE -> {
        String name = message.text(0);
        prepared.put(name, message.text(bytes(name) + 1));
        return Optional.empty();
      }
      case BIND -> {
        String statement = message.text(bytes(message.text(0)) + 1);
        return Optional.ofNullable(prepared.get(statement));
      }
      case QUERY -> {
        return Optional.of(message.text(0));
      }
      default -> {
        return Optional.empty();
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
