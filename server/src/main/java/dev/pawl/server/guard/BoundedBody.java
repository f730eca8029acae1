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

/** A request whose body ends with a refusal where it gets too long, told or not. */
final class BoundedBody extends HttpServletRequestWrapper {

  private final int most;

  BoundedBody(HttpServletRequest request, int most) {
    super(request);
    this.most = most;
  }

  static String tooLarge(int most) {
    return "the body has more than the %d bytes allowed here; keep large data outside and hand on where it is"
        .formatted(most);
  }

  @Override
  public ServletInputStream getInputStream() throws IOException {
    return new Counted(super.getInputStream(), most);
  }

  @Override
  public BufferedReader getReader() throws IOException {
    return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
  }

  private static final class Counted extends ServletInputStream {

    private final ServletInputStream in;
    private final int most;
    private long read;

    Counted(ServletInputStream in, int most) {
      this.in = in;
      this.most = most;
    }

    private int counted(int bytes) {
      read += Math.max(0, bytes);
      if (read > most) {
        throw Refusal.tooLarge(tooLarge(most));
      }
      return bytes;
    }

    @Override
    public int read() throws IOException {
      int one = in.read();
      counted(one < 0 ? 0 : 1);
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
