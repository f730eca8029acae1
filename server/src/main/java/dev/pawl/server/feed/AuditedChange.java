package dev.pawl.server.feed;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A change as the audit has it.
 *
 * @param number its number within the tenant
 * @param endpoint method and path pattern of the request
 * @param target path of the request
 */
record AuditedChange(
    long number, Instant at, int status, String actor, String endpoint, String target) {

  private static final int FIRST_ERROR_STATUS = 400;

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
    return FeedTopic.ofEndpoint(path)
        .map(topic -> new TopicChange(topic, kind(method, path), id(path), actor, at, null, null));
  }

  private static String kind(String method, String path) {
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
