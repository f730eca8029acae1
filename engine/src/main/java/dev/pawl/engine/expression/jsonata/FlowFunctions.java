package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Functions that the Amazon States Language adds to JSONata, and random numbers. */
final class FlowFunctions {

  private static final Set<String> HASHES = Set.of("MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512");

  private FlowFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("partition", "<an:a>", 2, FlowFunctions::partition),
        BuiltIn.of("range", "<nnn:a>", 3, FlowFunctions::range),
        BuiltIn.of("hash", "<s-s:s>", 2, FlowFunctions::hash),
        BuiltIn.of("random", "<n?:n>", 1, FlowFunctions::random),
        BuiltIn.of("uuid", "<:s>", 0, FlowFunctions::uuid),
        BuiltIn.of("parse", "<s-:x>", 1, FlowFunctions::parse));
  }

  private static Object partition(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double size = a[1] == UNDEFINED ? 0 : Math.rint(Values.number(a[1]));
    if (size < 1) {
      throw new ExpressionException("D3201", "the size of a partition must be at least 1");
    }
    List<Object> items = Values.items(a[0]);
    int step = (int) Math.min(size, Math.max(1, items.size()));
    List<Object> parts = new ArrayList<>();
    for (int from = 0; from < items.size(); from += step) {
      List<Object> part = items.subList(from, Math.min(from + step, items.size()));
      evaluator.produceSlots(part.size() + 1L);
      parts.add(Sequence.array(new ArrayList<>(part)));
    }
    return Sequence.array(parts);
  }

  private static Object range(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED || a[2] == UNDEFINED) {
      return UNDEFINED;
    }
    double first = Values.number(a[0]);
    double step = Values.number(a[2]);
    if (step == 0) {
      throw new ExpressionException("D3202", "the step of a range must not be 0");
    }
    double count = Math.floor((Values.number(a[1]) - first) / step) + 1;
    if (count <= 0) {
      return Sequence.array(List.of());
    }
    evaluator.produceSlots((long) count);
    List<Object> numbers = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      numbers.add(first + i * step);
    }
    // As on AWS, a range of one number is that number, unless [] asks for the array.
    return numbers.size() == 1 ? Sequence.fluid(numbers) : Sequence.array(numbers);
  }

  private static Object hash(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String algorithm = a[1] == UNDEFINED ? "" : Values.string(a[1]);
    if (!HASHES.contains(algorithm)) {
      throw new ExpressionException(
          "D3203", "$hash knows MD5, SHA-1, SHA-256, SHA-384 and SHA-512 only");
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length() / 16);
    evaluator.budget.produce(text.length() + 128L);
    try {
      byte[] digest =
          MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
      return Json.of(HexFormat.of().formatHex(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  /** Returns a random number; with a seed, always the same one. */
  private static Object random(Evaluator evaluator, Object[] a) {
    return a[0] == UNDEFINED
        ? (evaluator.moment.nextLong() >>> 11) * 0x1.0p-53
        : new Random(Double.doubleToLongBits(Values.number(a[0]))).nextDouble();
  }

  private static Object uuid(Evaluator evaluator, Object[] a) {
    long high = evaluator.moment.nextLong() & ~0xf000L | 0x4000L;
    long low = evaluator.moment.nextLong() & ~(0b11L << 62) | 0b10L << 62;
    return Json.of(new UUID(high, low).toString());
  }

  private static Object parse(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length() / 16);
    evaluator.budget.produce(4L * text.length());
    try {
      return JsonText.parse(text);
    } catch (JsonSyntaxException e) {
      throw new ExpressionException("D3204", "$parse cannot read its text: " + e.getMessage());
    }
  }
}
