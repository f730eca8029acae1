package dev.pawl.client.failure;

import dev.pawl.client.http.ApiPath;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Conditions on failure families.
 *
 * @param members the parameters of the request
 */
public record FailureFilter(Map<String, String> members) {

  public FailureFilter {
    members = Map.copyOf(members);
  }

  /** Matches new, reopened and known families with failures in the last 7 days. */
  public static FailureFilter open() {
    return new FailureFilter(Map.of());
  }

  /**
   * Matches families of some statuses.
   *
   * @param status open, new, known, resolved or all
   */
  public FailureFilter status(String status) {
    return with("status", status);
  }

  public FailureFilter flow(String flow) {
    return with("flow", flow);
  }

  /** Matches, and counts, failures of one version only. */
  public FailureFilter version(int number) {
    return with("version", Integer.toString(number));
  }

  /** Counts failures since a time before now, from one hour to 31 days. */
  public FailureFilter since(Duration length) {
    return with("since", length.toString());
  }

  /** Matches families with this text in a name, message, note or assignee. */
  public FailureFilter search(String text) {
    return with("search", text);
  }

  /** Adds a parameter of the request as it is; the server validates it. */
  public FailureFilter with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return new FailureFilter(more);
  }

  ApiPath query(ApiPath path) {
    members.forEach(path::query);
    return path;
  }
}
