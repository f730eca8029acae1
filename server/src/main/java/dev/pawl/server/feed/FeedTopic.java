package dev.pawl.server.feed;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.pawl.server.problem.ApiException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a listener of the feed of a tenant can ask for. */
enum FeedTopic {
  /** Facts of executions. */
  EXECUTIONS(List.of()),
  /** Flows: drafts that were saved, versions, activation. */
  FLOWS(List.of("/api/flows", "/api/import")),
  /** Bindings, triggers of flows, webhooks, rejected fires. */
  TRIGGERS(List.of("/api/bindings", "/api/flows/{flow}/trigger", "/api/rejected")),
  /** Connections, circuit breakers, secrets, templates. */
  CONNECTIONS(List.of("/api/connections", "/api/breakers", "/api/secrets", "/api/templates")),
  /** Bulk jobs and their progress. */
  JOBS(List.of("/api/jobs", "/api/flows/executions/bulk")),
  /** Executions that ended in a failure, and changes of failure families. */
  FAILURES(List.of("/api/failures")),
  /** The emergency stop and the limits of the tenant. */
  TENANT(List.of("/api/admin/flows"));

  /** Endpoints below a prefix of {@link #FLOWS} that change no flow. */
  private static final List<String> NO_TOPIC =
      List.of("/api/flows/executions", "/api/flows/{flow}/execute", "/api/flows/{flow}/test");

  private final List<String> prefixes;

  FeedTopic(List<String> prefixes) {
    this.prefixes = prefixes;
  }

  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the topic of changes made by an endpoint, by its longest matching prefix. */
  static Optional<FeedTopic> ofEndpoint(String path) {
    Optional<FeedTopic> found = Optional.empty();
    int longest = longest(NO_TOPIC, path);
    for (FeedTopic topic : values()) {
      int length = longest(topic.prefixes, path);
      if (length > longest) {
        longest = length;
        found = Optional.of(topic);
      }
    }
    return found;
  }

  private static int longest(List<String> prefixes, String path) {
    return prefixes.stream()
        .filter(prefix -> path.equals(prefix) || path.startsWith(prefix + "/"))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  /** Reads names that are separated by commas. */
  static Set<FeedTopic> parse(String names) {
    Set<FeedTopic> found = EnumSet.noneOf(FeedTopic.class);
    for (String name : names.split(",", -1)) {
      found.add(
          Arrays.stream(values())
              .filter(topic -> topic.toString().equals(name.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      ApiException.malformed(
                          "topics: '%s' is not a topic; allowed are %s, separated by commas"
                              .formatted(
                                  name.strip(),
                                  Arrays.stream(values())
                                      .map(FeedTopic::toString)
                                      .collect(Collectors.joining(", "))))));
    }
    return found;
  }
}
