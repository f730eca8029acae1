package dev.pawl.client.http;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Builds the path and query of a request from any characters. */
public final class ApiPath {

  private final StringBuilder path;
  private boolean hasQuery;

  private ApiPath(String root) {
    this.path = new StringBuilder(root);
    this.hasQuery = root.indexOf('?') >= 0;
  }

  /**
   * @param root encoded already
   */
  public static ApiPath of(String root) {
    return new ApiPath(root);
  }

  /** Encodes a text so that it stands for itself in a path or a query. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Adds a segment with any characters. */
  public ApiPath segment(String text) {
    path.append('/').append(encode(text));
    return this;
  }

  /** Adds segments that are encoded already. */
  public ApiPath add(String segments) {
    path.append('/').append(segments);
    return this;
  }

  /** Adds a parameter to the query. */
  public ApiPath query(String name, Object value) {
    path.append(hasQuery ? '&' : '?').append(name).append('=').append(encode(value.toString()));
    hasQuery = true;
    return this;
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
