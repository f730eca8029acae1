package dev.pawl.engine.expression.intrinsic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.engine.expression.CodePoints;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Functions that convert between JSON, text and Base64, and compute digests. */
final class Conversions {

  /** The maximum length of an argument, as in Step Functions. */
  private static final int MAX_CHARACTERS = 10_000;

  private static final Set<String> ALGORITHMS =
      Set.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");

  private Conversions() {}

  /** Parses JSON; blank text gives {@code null}, as in Step Functions. */
  static Json stringToJson(FunctionArguments given) {
    String text = given.text(0);
    if (text.isBlank()) {
      return JsonNull.NULL;
    }
    given.budget().produce(text.length() * 2L);
    try {
      return JsonText.parse(text);
    } catch (JsonSyntaxException e) {
      throw given.failure(
          "the text is not JSON (line %d, column %d): %s"
              .formatted(e.line(), e.column(), e.getMessage()));
    }
  }

  static Json jsonToString(FunctionArguments given) {
    given.budget().produce(given.value(0).size());
    return Json.of(given.value(0).toString());
  }

  static Json base64Encode(FunctionArguments given) {
    String text = bounded(given, given.text(0));
    return Json.of(Base64.getEncoder().encodeToString(text.getBytes(UTF_8)));
  }

  static Json base64Decode(FunctionArguments given) {
    String text = bounded(given, given.text(0));
    try {
      // MIME allows line breaks between the characters.
      return Json.of(new String(Base64.getDecoder().decode(text.replaceAll("\\s", "")), UTF_8));
    } catch (IllegalArgumentException e) {
      throw given.failure("the text is not Base64: " + e.getMessage());
    }
  }

  static Json hash(FunctionArguments given) {
    if (given.value(0) == JsonNull.NULL) {
      throw given.failure("argument 1 must not be null");
    }
    String algorithm = given.text(1);
    if (!ALGORITHMS.contains(algorithm)) {
      throw given.failure(
          "there is no algorithm '" + algorithm + "'; use MD5, SHA-1, SHA-256, SHA-384 or SHA-512");
    }
    given.budget().produce(given.value(0).size());
    String text = bounded(given, given.value(0).asText());
    try {
      byte[] digest = MessageDigest.getInstance(algorithm).digest(text.getBytes(UTF_8));
      return Json.of(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String bounded(FunctionArguments given, String text) {
    if (text.length() > MAX_CHARACTERS && CodePoints.count(text) > MAX_CHARACTERS) {
      throw given.failure("argument 1 has more than %d characters".formatted(MAX_CHARACTERS));
    }
    return text;
  }

  static Json merge(FunctionArguments given) {
    JsonObject first = given.object(0);
    JsonObject second = given.object(1);
    if (given.value(2) != JsonBool.FALSE) {
      throw given.failure("argument 3 must be false: only shallow merging is supported");
    }
    given.budget().visit(first.members().size() + (long) second.members().size());
    Map<String, Json> members = new LinkedHashMap<>(first.members());
    members.putAll(second.members());
    return JsonObject.of(members);
  }
}
