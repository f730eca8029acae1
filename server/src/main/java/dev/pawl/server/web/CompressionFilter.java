package dev.pawl.server.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Compresses large histories and definitions for clients that accept it. These responses are never
 * written asynchronously, and contain what the caller may read only.
 */
final class CompressionFilter extends OncePerRequestFilter {

  /** Smaller responses fit into a few packets anyway. */
  static final int MIN_BYTES = 8_192;

  private static final Pattern PATHS =
      Pattern.compile(
          "/api/flows/(?:executions/[^/]+/(?:outline|steps|step|state)|[^/]+/versions/[^/]+)");

  /** The weight zero, which means that a coding is not accepted. */
  private static final Pattern REFUSED = Pattern.compile("\\s*[qQ]\\s*=\\s*0(?:\\.0*)?\\s*");

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getMethod().equals("GET") || !PATHS.matcher(request.getRequestURI()).matches();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    response.addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
    if (accepted == null || !acceptsGzip(accepted)) {
      chain.doFilter(request, response);
      return;
    }
    CompressedResponse compressed = new CompressedResponse(response);
    try {
      chain.doFilter(request, compressed);
      compressed.finish();
    } finally {
      compressed.discard();
    }
  }

  /** Returns true if gzip is named and its weight is not zero. */
  static boolean acceptsGzip(String accepted) {
    for (String coding : accepted.split(",", -1)) {
      String[] parts = coding.split(";", -1);
      if (parts[0].strip().equalsIgnoreCase("gzip")) {
        return Arrays.stream(parts).skip(1).noneMatch(part -> REFUSED.matcher(part).matches());
      }
    }
    return false;
  }

  /** Holds the beginning of a response back until it is known whether the response is large. */
  private static final class CompressedResponse extends HttpServletResponseWrapper {

    private @Nullable CompressedStream stream;
    private @Nullable PrintWriter writer;

    CompressedResponse(HttpServletResponse response) {
      super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
      if (stream == null) {
        stream = new CompressedStream((HttpServletResponse) getResponse());
      }
      return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
      if (writer == null) {
        writer = new PrintWriter(new OutputStreamWriter(getOutputStream(), StandardCharsets.UTF_8));
      }
      return writer;
    }

    @Override
    public void setContentLength(int length) {
      // The length of the compressed response is another one.
    }

    @Override
    public void setContentLengthLong(long length) {
      // As above.
    }

    @Override
    public void flushBuffer() {
      // What is held back is written at the end.
    }

    @Override
    public void resetBuffer() {
      super.resetBuffer();
      discard();
      setHeader(HttpHeaders.CONTENT_ENCODING, null);
    }

    @Override
    public void reset() {
      super.reset();
      discard();
      addHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    }

    void finish() throws IOException {
      if (writer != null) {
        writer.flush();
      }
      if (stream != null) {
        stream.finish();
      }
    }

    /** Forgets what was written and not sent, and frees the memory of the compression. */
    void discard() {
      if (stream != null) {
        stream.discard();
      }
      stream = null;
      writer = null;
    }
  }

  private static final class CompressedStream extends ServletOutputStream {

    private final HttpServletResponse response;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private @Nullable FastGzip compressed;

    CompressedStream(HttpServletResponse response) {
      this.response = response;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (compressed == null && held.size() + length < MIN_BYTES) {
        held.write(bytes, offset, length);
        return;
      }
      if (compressed == null) {
        response.setHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        compressed = new FastGzip(response.getOutputStream());
        held.writeTo(compressed);
      }
      compressed.write(bytes, offset, length);
    }

    @Override
    public void flush() {
      // Small parts compress badly; everything is written at the end at the latest.
    }

    void finish() throws IOException {
      if (compressed != null) {
        compressed.close();
      } else if (held.size() > 0) {
        response.setContentLength(held.size());
        held.writeTo(response.getOutputStream());
      }
    }

    void discard() {
      if (compressed != null) {
        compressed.free();
      }
      compressed = null;
      held.reset();
    }

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new IllegalStateException("these responses are written synchronously");
    }
  }

  /** Histories repeat themselves so much that the fastest level makes them small enough. */
  private static final class FastGzip extends GZIPOutputStream {

    FastGzip(OutputStream out) throws IOException {
      super(out, MIN_BYTES);
      def.setLevel(Deflater.BEST_SPEED);
    }

    /** Frees the memory of the compression without writing its end. */
    void free() {
      def.end();
    }
  }
}
