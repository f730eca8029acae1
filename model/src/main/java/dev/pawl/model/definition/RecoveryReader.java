package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.NO_EFFECT;

import dev.pawl.model.Catcher;
import dev.pawl.model.Retrier;
import dev.pawl.model.State;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import dev.pawl.model.field.NumericFields;
import dev.pawl.model.field.Templates;
import dev.pawl.model.field.Variables;
import dev.pawl.sdk.JsonNumber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the Retry and Catch fields of a state. */
final class RecoveryReader {

  private static final long MAX_ATTEMPTS = 99_999_998;
  private static final long MAX_DELAY = 31_622_400;
  private static final double MAX_RATE = 1_000_000;

  private RecoveryReader() {}

  static State.Recovery read(StateContext site) {
    return new State.Recovery(retriers(site.cursor()), catchers(site));
  }

  static List<Retrier> retriers(DefinitionCursor cursor) {
    List<Retrier> retriers = new ArrayList<>();
    List<DefinitionCursor> entries = cursor.objects("Retry");
    for (DefinitionCursor entry : entries) {
      Fields.RETRIER.check(entry);
      retriers.add(retrier(entry, entry.equals(entries.getLast())));
    }
    return retriers;
  }

  private static Retrier retrier(DefinitionCursor entry, boolean last) {
    long interval = entry.whole("IntervalSeconds", 1, NumericFields.MAX_SECONDS).orElse(1L);
    Optional<Long> maxDelay = entry.whole("MaxDelaySeconds", 1, MAX_DELAY);
    if (maxDelay.isPresent() && maxDelay.get() < interval) {
      entry.report(
          NO_EFFECT,
          "MaxDelaySeconds",
          "'MaxDelaySeconds' is less than 'IntervalSeconds', so every delay is cut",
          "");
    }
    Retrier.Growth growth =
        entry
            .oneOf("BackoffStrategy", List.of("EXPONENTIAL", "LINEAR", "FIXED"))
            .map(Retrier.Growth::valueOf)
            .orElse(Retrier.Growth.EXPONENTIAL);
    Retrier.Jitter jitter =
        entry
            .oneOf("JitterStrategy", List.of("FULL", "NONE"))
            .map(Retrier.Jitter::valueOf)
            .orElse(Retrier.Jitter.NONE);
    return new Retrier(
        ErrorNames.read(entry, last),
        entry.whole("MaxAttempts", 0, MAX_ATTEMPTS).orElse(3L).intValue(),
        Duration.ofSeconds(interval),
        new Retrier.Backoff(growth, rate(entry, growth), maxDelay.map(Duration::ofSeconds)),
        jitter);
  }

  private static double rate(DefinitionCursor entry, Retrier.Growth growth) {
    Optional<JsonNumber> rate = entry.number("BackoffRate");
    double value = rate.map(JsonNumber::doubleValue).orElse(2.0);
    if (value < 1 || value > MAX_RATE) {
      entry.report(BAD_VALUE, "BackoffRate", "'BackoffRate' must be at least 1", "");
    }
    if (rate.isPresent() && growth != Retrier.Growth.EXPONENTIAL) {
      entry.report(NO_EFFECT, "BackoffRate", "'BackoffRate' is for exponential back-off only", "");
    }
    return value;
  }

  static List<Catcher> catchers(StateContext site) {
    FieldTable fields = site.node() ? Fields.CATCHER.without("Next") : Fields.CATCHER;
    List<Catcher> catchers = new ArrayList<>();
    List<DefinitionCursor> entries = site.cursor().objects("Catch");
    for (DefinitionCursor entry : entries) {
      fields.check(entry);
      catchers.add(
          new Catcher(
              ErrorNames.read(entry, entry.equals(entries.getLast())),
              site.node() ? Optional.empty() : HeaderReader.exit(entry, "Next"),
              ShapingReader.resultPath(entry),
              Templates.read(entry, "Output"),
              Variables.assign(entry)));
    }
    return catchers;
  }
}
