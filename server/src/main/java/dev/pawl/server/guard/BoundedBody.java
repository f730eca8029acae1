package dev.pawl.server.guard;

import dev.pawl.server.problem.ApiException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A request whose body must not exceed a size, declared or not, and must arrive at a minimum rate.
 */
final class BoundedBody extends HttpServletRequestWrapper {

  /** The time that a body may take whatever its size. */
  private static final long GRACE_NANOS = Duration.ofSeconds(30).toNanos();

  private static final int MIN_BYTES_PER_SECOND = 4 * 1024;

  static final String TOO_SLOW =
      "the body came too slowly: it may take %d seconds, and a second more for each %d bytes"
          .formatted(Duration.ofNanos(GRACE_NANOS).toSeconds(), MIN_BYTES_PER_SECOND);

  private final int maxBytes;
  private boolean isLate;

  BoundedBody(HttpServletRequest request, int maxBytes) {
    super(request);
    this.maxBytes = maxBytes;
  }

  static String tooLarge(int maxBytes) {
    return "the body has more than the %d bytes allowed here; keep large data outside and pass a reference to it"
        .formatted(maxBytes);
  }

  /** Returns true if the body was refused since it arrived too slowly. */
  boolean isLate() {
    return isLate;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return new CountedInput(super.getInputStream());
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private final class CountedInput extends ServletInputStream {

    private final ServletInputStream in;
    private final long startedNanos = System.nanoTime();
    private long read;

    CountedInput(ServletInputStream in) {
      this.in = in;
    }

    private int count(int bytes) {
      read += Math.max(0, bytes);
      if (read > maxBytes) {
        throw ApiException.tooLarge(tooLarge(maxBytes));
      }
      long allowed = GRACE_NANOS + Duration.ofSeconds(read / MIN_BYTES_PER_SECOND).toNanos();
      if (bytes > 0 && System.nanoTime() - startedNanos > allowed) {
        isLate = true;
        throw ApiException.tooSlow(TOO_SLOW);
      }
      return bytes;
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      count(one < 0 ? -1 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return count(in.read(into, offset, length));
    }

    @Override
    public boolean isFinished() {
      return in.isFinished();
    }

    @Override
    public boolean isReady() {
      return in.isReady();
    }

    @Override
    public void setReadListener(ReadListener listener) {
      in.setReadListener(listener);
    }
  }
}
