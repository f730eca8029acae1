package dev.pawl.server;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Evaluates the report of {@link Specmatic}: deviations of the server from the document. */
final class ContractJudge {

  private static final Pattern TRIED =
      Pattern.compile(
          "Response at .*\\R\\s+(?<status>\\d{3}) (?s:.*)\\R(?<kind>\\+ve|-ve)  Scenario: "
              + "(?<endpoint>\\S+ \\S+)(?: \\[\\d+])? -> (?<expected>\\S+)");

  private static final Pattern FAILURE = Pattern.compile("Response at .*\\R\\s+5\\d\\d ");

  private static final Pattern DETAIL = Pattern.compile("\"detail\": \"(.*)\"");

  /** A response that does not match its schema. */
  private static final Pattern ANOTHER_BODY = Pattern.compile(">> RESPONSE\\.BODY(?:.*\\R){1,8}");

  /** Reasons to refuse a request that matches its schema: rules that a schema cannot express. */
  private static final List<Pattern> BEYOND_A_SCHEMA =
      Stream.of(
              // Exactly one of two fields is required.
              "(POST|PUT) /api/flows.*: give either the definition as JSON, or its source as text",
              "POST /api/workers/outcomes: an item has either an output, or an error and a cause",
              // Texts with a syntax.
              ".*: a label is written name:value, not .*",
              ".*: If-Match: must be the revision number that the draft was read with",
              "GET .*/diff: compare the number of a version or draft, not .*",
              "POST .*/(skip|send-back): '.*' is not a step: see /steps",
              "POST .*/test: mockHandlers: .*",
              // A cursor must come from the previous page.
              "GET .*: after: there is no item '.*'; use the value of next of an earlier page",
              "GET .*: after: use the value of next of an earlier page",
              // A body that is a plain text is sent without quotes.
              "POST .*/events/\\(name:string\\): the body is not JSON.*")
          .map(Pattern::compile)
          .toList();

  /**
   * A request and what came of it.
   *
   * @param isValid whether it was as the document says
   * @param expected with which statuses the document lets it be answered well, such as 200/202
   * @param said all of it
   */
  private record Tried(boolean isValid, String endpoint, String expected, int status, String said) {

    boolean isTakenForMalformed() {
      return isValid
          && status == 400
          && BEYOND_A_SCHEMA.stream().noneMatch(one -> one.matcher(toString()).matches());
    }

    boolean isAnsweredWellInAnotherWay() {
      return isValid && status / 100 == 2 && !expected.contains(Integer.toString(status));
    }

    @Override
    public String toString() {
      Matcher detail = DETAIL.matcher(said);
      return endpoint + ": " + (detail.find() ? detail.group(1) : said);
    }
  }

  private final String said;
  private final List<String> parts;
  private final List<Tried> tried;

  ContractJudge(String said) {
    this.said = said;
    this.parts = List.of(said.split("\\R-{20}\\R"));
    this.tried = parts.stream().flatMap(ContractJudge::read).toList();
  }

  private static Stream<Tried> read(String part) {
    Matcher found = TRIED.matcher(part);
    return found.find()
        ? Stream.of(
            new Tried(
                found.group("kind").equals("+ve"),
                found.group("endpoint"),
                found.group("expected"),
                Integer.parseInt(found.group("status")),
                part))
        : Stream.empty();
  }

  /** Number of answered requests that match, or do not match, the document. */
  long answered(boolean valid) {
    return tried.stream().filter(one -> one.isValid() == valid).count();
  }

  /** Returns all deviations. */
  List<String> objections() {
    return Stream.of(
            parts.stream().filter(part -> FAILURE.matcher(part).find()),
            tried.stream().filter(Tried::isTakenForMalformed).map(Tried::toString),
            said.lines().filter(line -> line.endsWith(" ABORTED")),
            tried.stream().filter(Tried::isAnsweredWellInAnotherWay).map(Tried::said),
            ANOTHER_BODY.matcher(said).results().map(one -> one.group()))
        .flatMap(one -> one)
        .distinct()
        .toList();
  }
}
