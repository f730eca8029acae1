package dev.pawl.server.guard;

import dev.pawl.server.web.StreamedAnswer;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * An answer that goes out when it is whole, with its length and in one packet. Spring flushes each
 * answer before it is over, and so each would be sent in two parts, the last of them empty. Streams
 * of events go out as they are flushed.
 */
final class WholeAnswer extends HttpServletResponseWrapper implements StreamedAnswer {

  private @Nullable Held out;
  private boolean isStreamed;

  WholeAnswer(HttpServletResponse response) {
    super(response);
  }

  /**
   * Sends it to its last byte before the request counts as done. A server that stops waits for its
   * requests and then closes their connections: a worker that had work in half an answer would not
   * know of it. What nobody has written may be a refusal that the web server puts into words.
   */
  void send() throws IOException {
    if (out != null) {
      out.close();
    }
  }

  @Override
  public void sendAsFlushed() {
    isStreamed = true;
  }

  private boolean isStream() {
    if (isStreamed) {
      return true;
    }
    String type = getContentType();
    return type != null && type.startsWith(MediaType.TEXT_EVENT_STREAM_VALUE);
  }

  @Override
  public void flushBuffer() throws IOException {
    if (isStream()) {
      super.flushBuffer();
    }
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    if (out == null) {
      out = new Held(super.getOutputStream());
    }
    return out;
  }

  private final class Held extends ServletOutputStream {

    private final ServletOutputStream out;

    Held(ServletOutputStream out) {
      this.out = out;
    }

    @Override
    public void flush() throws IOException {
      if (isStream()) {
        out.flush();
      }
    }

    @Override
    public void write(int one) throws IOException {
      out.write(one);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      out.write(from, offset, length);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }

    @Override
    public boolean isReady() {
      return out.isReady();
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      out.setWriteListener(listener);
    }
  }
}
