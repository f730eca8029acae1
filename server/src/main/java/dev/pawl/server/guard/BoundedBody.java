package dev.pawl.server.guard;

import dev.pawl.server.problem.Refusal;
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
 * A request whose body ends with a refusal where it gets too long, told or not, or comes so slowly
 * that it would hold its connection for ever.
 */
final class BoundedBody extends HttpServletRequestWrapper {

  /** How long a body may take, whatever its size. */
  private static final long GRACE_NANOS = Duration.ofSeconds(30).toNanos();

  private static final int LEAST_BYTES_PER_SECOND = 4 * 1024;

  static final String TOO_SLOW =
      "the body came too slowly: it may take %d seconds, and a second more for each %d bytes"
          .formatted(Duration.ofNanos(GRACE_NANOS).toSeconds(), LEAST_BYTES_PER_SECOND);

  private final int most;
  private boolean isLate;

  BoundedBody(HttpServletRequest request, int most) {
    super(request);
    this.most = most;
  }

  static String tooLarge(int most) {
    return "the body has more than the %d bytes allowed here; keep large data outside and hand on where it is"
        .formatted(most);
  }

  /** Whether it was refused for coming too slowly. */
  boolean isLate() {
    return isLate;
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return new Counted(super.getInputStream());
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private final class Counted extends ServletInputStream {

    private final ServletInputStream in;
    private final long begun = System.nanoTime();
    private long read;

    Counted(ServletInputStream in) {
      this.in = in;
    }

    private int counted(int bytes) {
      read += Math.max(0, bytes);
      if (read > most) {
        throw Refusal.tooLarge(tooLarge(most));
      }
      long allowed = GRACE_NANOS + Duration.ofSeconds(read / LEAST_BYTES_PER_SECOND).toNanos();
      if (bytes > 0 && System.nanoTime() - begun > allowed) {
        isLate = true;
        throw Refusal.tooSlow(TOO_SLOW);
      }
      return bytes;
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      counted(one < 0 ? -1 : 1);
      return one;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return counted(in.read(into, offset, length));
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
