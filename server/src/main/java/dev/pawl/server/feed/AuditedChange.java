package dev.pawl.server.feed;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change as the audit has it.
 *
 * @param number its number within the tenant
 * @param endpoint method and path pattern of the request
 * @param target path of the request, followed by details of its body like a query
 */
record AuditedChange(
    long number, Instant at, int status, String actor, String endpoint, String target) {

  private static final int FIRST_ERROR_STATUS = 400;

  /** The endpoint of bulk actions on flows; those on executions create a job. */
  private static final String FLOWS_CHANGED_TOGETHER = "/api/flows/bulk";

  /** What the last segment of a path says that was done. */
  private static final Map<String, String> KINDS =
      Map.ofEntries(
          Map.entry("publish", "published"),
          Map.entry("activate", "activated"),
          Map.entry("deactivate", "deactivated"),
          Map.entry("restore", "restored"),
          Map.entry("duplicate", "created"),
          Map.entry("delete", "deleted"),
          Map.entry("import", "imported"),
          Map.entry("enable", "enabled"),
          Map.entry("disable", "disabled"),
          Map.entry("replay", "replayed"),
          Map.entry("close", "closed"),
          Map.entry("cancel", "cancelled"),
          Map.entry("know", "known"),
          Map.entry("resolve", "resolved"),
          Map.entry("reopen", "reopened"),
          Map.entry("assign", "assigned"),
          Map.entry("bulk", "created"),
          Map.entry("pause-all", "paused"),
          Map.entry("resume-all", "resumed"));

  /** Returns the change for listeners; empty if it was refused or belongs to no topic. */
  Optional<TopicChange> change() {
    if (status >= FIRST_ERROR_STATUS) {
      return Optional.empty();
    }
    int space = endpoint.indexOf(' ');
    String method = endpoint.substring(0, space);
    String path = endpoint.substring(space + 1);
    if (isDryRun()) {
      return Optional.empty();
    }
    return FeedTopic.ofEndpoint(path)
        .map(
            topic ->
                switch (topic) {
                  // Viewers get the feed, but may not list secrets or read the audit.
                  case CONNECTIONS -> TopicChange.of(topic, "changed", at);
                  case TENANT -> change(topic, method, path, null);
                  case EXECUTIONS, FLOWS, TRIGGERS, JOBS, FAILURES ->
                      change(topic, method, path, actor);
                });
  }

  private TopicChange change(FeedTopic topic, String method, String path, @Nullable String by) {
    return new TopicChange(topic, kind(method, path), id(path), by, at, null, null);
  }

  private boolean isDryRun() {
    String[] parts = target.split("\\?", 2);
    return parts.length > 1 && List.of(parts[1].split("&", -1)).contains("dryRun=true");
  }

  private static String kind(String method, String path) {
    if (path.equals(FLOWS_CHANGED_TOGETHER)) {
      return "changed";
    }
    String last = path.substring(path.lastIndexOf('/') + 1);
    return switch (method) {
      case "DELETE" -> "deleted";
      case "PUT" -> "saved";
      default -> KINDS.getOrDefault(last, path.indexOf('{') < 0 ? "created" : "changed");
    };
  }

  /** Returns the first variable segment of the path; null if it has none. */
  private @Nullable String id(String path) {
    String[] pattern = path.split("/", -1);
    String[] actual = target.split("\\?", 2)[0].split("/", -1);
    for (int segment = 0; segment < Math.min(pattern.length, actual.length); segment++) {
      if (pattern[segment].startsWith("{")) {
        return decode(actual[segment]);
      }
    }
    return null;
  }

  private static String decode(String segment) {
    try {
      return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return segment;
    }
  }
}
