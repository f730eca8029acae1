package dev.pawl.postgres.failure;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Identifies a failure family: what its failed executions have in common within a flow.
 *
 * @param state name of the state that failed; empty if it is not known
 * @param error name of the error; empty if there is none
 * @param message message of the error, in which placeholders replace what differs
 */
public record FamilyKey(String flow, String state, String error, String message) {

  private static final int ID_BYTES = 8;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");

  /** Returns the key of all failures of a flow beyond the largest number of its families. */
  static FamilyKey ofOthers(String flow) {
    return new FamilyKey(flow, "", "", "<other>");
  }

  /** Returns the public id: the first 64 bits of a digest, the same for ever. */
  public String id() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : List.of(flow, state, error, message)) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns true if a text has the form of an id. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }
}
