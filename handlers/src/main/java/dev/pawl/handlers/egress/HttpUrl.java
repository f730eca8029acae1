package dev.pawl.handlers.egress;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An absolute HTTP URL without user, password and fragment, in a form that no other parser reads in
 * another way.
 *
 * @param scheme {@code http} or {@code https}
 * @param host a DNS name or an IP literal without brackets, in lower case
 * @param path path as written, with a slash at its start
 * @param query query as written, without its question mark; may be empty
 */
public record HttpUrl(String scheme, String host, int port, String path, String query) {

  private static final int MAX_URL_CHARACTERS = 8192;

  private static final String PATH_CHARACTERS = "[A-Za-z0-9\\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2}";

  private static final Pattern URL =
      Pattern.compile(
          "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?<host>\\[[^\\]/?#]*\\]|[^:/?#]*)(:(?<port>[0-9]{1,5}))?"
              + "(?<path>(/("
              + PATH_CHARACTERS
              + ")*)?)(\\?(?<query>("
              + PATH_CHARACTERS
              + "|\\?)*))?");

  /**
   * Parses a URL.
   *
   * @throws IllegalArgumentException if the text is anything else; the message does not repeat the
   *     query, which may contain secrets
   */
  public static HttpUrl parse(String text) {
    if (text.length() > MAX_URL_CHARACTERS) {
      throw new IllegalArgumentException(
          "a URL of %d characters is above the maximum of %d"
              .formatted(text.length(), MAX_URL_CHARACTERS));
    }
    Matcher url = URL.matcher(text);
    if (!url.matches()) {
      throw new IllegalArgumentException(
          ("'%s' is not a URL that may be called; write http://host/path or https://host/path"
                  + " without user, password and fragment, and percent-encode other characters")
              .formatted(shown(text)));
    }
    String scheme = url.group("scheme").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "the scheme %s of '%s' may not be called; use http or https"
              .formatted(scheme, shown(text)));
    }
    String host =
        HostName.normalise(url.group("host"))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the host of '%s' is neither a DNS name in ASCII nor a canonical IP address"
                            .formatted(shown(text))));
    boolean bracketed = url.group("host").startsWith("[");
    if (bracketed != host.contains(":")) {
      throw new IllegalArgumentException(
          "the host of '%s' must have brackets if and only if it is an IPv6 address"
              .formatted(shown(text)));
    }
    String port = url.group("port");
    String path = url.group("path");
    String query = url.group("query");
    return new HttpUrl(
        scheme,
        host,
        port != null ? Integer.parseInt(port) : defaultPort(scheme),
        path.isEmpty() ? "/" : path,
        query == null ? "" : query);
  }

  /**
   * Resolves a reference against this URL, such as the Location of a redirect.
   *
   * @throws IllegalArgumentException if the result is no URL that may be called
   */
  public HttpUrl resolve(String reference) {
    int fragment = reference.indexOf('#');
    String text = fragment < 0 ? reference : reference.substring(0, fragment);
    if (text.matches("[A-Za-z][A-Za-z0-9+.-]*:.*")) {
      return parse(text);
    }
    return parse(URI.create(toString()).resolve(text).toString());
  }

  /** Returns a copy with one more parameter in the query; name and value are percent-encoded. */
  public HttpUrl withParameter(String name, String value) {
    String added = PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value);
    return new HttpUrl(scheme, host, port, path, query.isEmpty() ? added : query + "&" + added);
  }

  /** Returns true if scheme, host and port are equal, so that credentials may be sent there too. */
  public boolean sameOrigin(HttpUrl other) {
    return scheme.equals(other.scheme) && host.equals(other.host) && port == other.port;
  }

  /** Returns true if the connection is encrypted. */
  public boolean isEncrypted() {
    return scheme.equals("https");
  }

  /** Returns the URL without its query, which may contain secrets. */
  public String withoutQuery() {
    return scheme + "://" + shownHost() + (port == defaultPort(scheme) ? "" : ":" + port) + path;
  }

  /** Returns {@code host:port}, the name of the server as a downstream. */
  public String hostAndPort() {
    return shownHost() + ":" + port;
  }

  private String shownHost() {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  @Override
  public String toString() {
    return query.isEmpty() ? withoutQuery() : withoutQuery() + "?" + query;
  }

  private static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  /** Returns the part of a refused text that is certain to contain no password and no query. */
  private static String shown(String text) {
    int end = text.indexOf('?');
    String shown = end < 0 ? text : text.substring(0, end);
    int at = shown.lastIndexOf('@');
    return printable(at < 0 ? shown : "***" + shown.substring(at));
  }

  private static String printable(String text) {
    return text.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
