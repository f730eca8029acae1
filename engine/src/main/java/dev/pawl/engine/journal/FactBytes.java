package dev.pawl.engine.journal;

import dev.pawl.engine.Fact;
import dev.pawl.engine.bytes.ByteReader;
import dev.pawl.engine.bytes.ByteWriter;
import dev.pawl.engine.bytes.Compression;
import dev.pawl.engine.bytes.DamagedBytesException;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;

/**
 * Encodes facts as bytes for a database. The first byte is the form: the JSON of {@link FactCodec},
 * the short form of {@link HotFacts}, or one of these compressed.
 */
public final class FactBytes {

  static final int JSON = 1;
  static final int SHORT = 2;
  static final int COMPRESSED = 3;

  private FactBytes() {}

  /**
   * Encodes a fact.
   *
   * @throws IllegalArgumentException if the fact is too large or too deeply nested to be read again
   */
  public static byte[] write(Fact fact) {
    ByteWriter bytes = HotFacts.isHot(fact) ? HotFacts.write(SHORT, fact) : json(fact);
    if (bytes.length() > JsonText.MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a fact of %d bytes is too large to be kept".formatted(bytes.length()));
    }
    return Compression.compress(COMPRESSED, bytes);
  }

  private static ByteWriter json(Fact fact) {
    Json json = checked(FactCodec.write(fact));
    ByteWriter bytes = new ByteWriter(1 + Math.toIntExact(json.size()));
    bytes.one(JSON);
    bytes.json(json);
    return bytes;
  }

  static Json checked(Json json) {
    if (json.depth() > JsonText.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a value nested %d deep cannot be kept".formatted(json.depth()));
    }
    return json;
  }

  /**
   * Decodes a fact.
   *
   * @throws UnreadableFactException if the bytes were not written by {@link #write}, or contain
   *     data of a newer release
   */
  public static Fact read(byte[] bytes) {
    try {
      ByteReader reader = new ByteReader(Compression.decompress(COMPRESSED, bytes));
      return read(reader.one(), reader);
    } catch (DamagedBytesException | JsonSyntaxException e) {
      throw new UnreadableFactException("the bytes of a fact are damaged: " + e.getMessage());
    }
  }

  private static Fact read(int form, ByteReader bytes) {
    return switch (form) {
      case JSON -> FactCodec.read(JsonText.parse(bytes.rest()));
      case SHORT -> HotFacts.read(bytes);
      default -> throw new UnreadableFactException("no form of facts has the number " + form);
    };
  }
}
