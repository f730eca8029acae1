package dev.pawl.client.flow;

import dev.pawl.client.http.ApiPath;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Criteria of a search for flows; all of them must match. The methods return changed copies.
 *
 * @param criteria the parameters of the query
 */
public record FlowFilter(Map<String, String> criteria) {

  public FlowFilter {
    criteria = Map.copyOf(criteria);
  }

  /** Matches all flows that are not archived. */
  public static FlowFilter all() {
    return new FlowFilter(Map.of());
  }

  /** Matches flows whose code or name contains the text. */
  public FlowFilter search(String text) {
    return with("search", text);
  }

  public FlowFilter status(FlowStatus status) {
    return with("status", status.name());
  }

  public FlowFilter type(String type) {
    return with("type", type);
  }

  public FlowFilter category(String category) {
    return with("category", category);
  }

  public FlowFilter priority(String priority) {
    return with("priority", priority);
  }

  public FlowFilter tag(String tag) {
    return with("tag", tag);
  }

  private FlowFilter with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(criteria);
    more.put(name, value);
    return new FlowFilter(more);
  }

  String path() {
    ApiPath path = ApiPath.of("/api/flows");
    criteria.forEach(path::query);
    return path.toString();
  }
}
