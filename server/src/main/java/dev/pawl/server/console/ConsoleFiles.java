package dev.pawl.server.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;

/**
 * The scripts, styles and images of the web console. The names of assets contain a hash of their
 * content, so browsers may keep them for ever.
 */
final class ConsoleFiles {

  private static final String ASSETS = "/assets/";

  /** The only names that are looked up; none of them leads to another folder. */
  private static final Pattern PATH = Pattern.compile("/(assets/)?[A-Za-z0-9_-][A-Za-z0-9._-]*");

  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript;charset=UTF-8",
          "css", "text/css;charset=UTF-8",
          "svg", "image/svg+xml",
          "json", "application/json");

  /** Files that were read; there are at most as many as the console has. */
  private final Map<String, ConsoleFile> read = new ConcurrentHashMap<>();

  private record ConsoleFile(String type, byte[] plain, byte[] compressed) {}

  /** Writes the file of a path; returns false if the console has none. */
  boolean write(HttpServletRequest request, HttpServletResponse response) throws IOException {
    String path = request.getRequestURI();
    Optional<ConsoleFile> found = find(path);
    if (found.isEmpty()) {
      return false;
    }
    String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
    boolean isCompressed = accepted != null && accepted.contains("gzip");
    byte[] bytes = isCompressed ? found.get().compressed() : found.get().plain();
    response.setContentType(found.get().type());
    response.setHeader(
        HttpHeaders.CACHE_CONTROL,
        path.startsWith(ASSETS) ? "public, max-age=31536000, immutable" : "public, max-age=3600");
    response.setHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    if (isCompressed) {
      response.setHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
    }
    response.setContentLength(bytes.length);
    if (!request.getMethod().equals("HEAD")) {
      response.getOutputStream().write(bytes);
    }
    return true;
  }

  private Optional<ConsoleFile> find(String path) throws IOException {
    ConsoleFile known = read.get(path);
    if (known != null) {
      return Optional.of(known);
    }
    String type = TYPES.get(path.substring(path.lastIndexOf('.') + 1));
    if (type == null || !PATH.matcher(path).matches()) {
      return Optional.empty();
    }
    try (InputStream in = ConsoleFiles.class.getResourceAsStream("/static" + path)) {
      if (in == null) {
        return Optional.empty();
      }
      byte[] plain = in.readAllBytes();
      ConsoleFile file = new ConsoleFile(type, plain, compress(plain));
      read.put(path, file);
      return Optional.of(file);
    }
  }

  private static byte[] compress(byte[] plain) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(compressed)) {
      out.write(plain);
    }
    return compressed.toByteArray();
  }
}
