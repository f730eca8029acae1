package dev.pawl.handlers.egress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.zip.GZIPInputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** Reads the body of an answer, decompressed, up to a maximum size. */
final class CappedBody {

  private static final int BUFFER_BYTES = 8192;

  private CappedBody() {}

  /** A body that is larger than allowed. */
  static final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  static byte[] read(@Nullable HttpEntity entity, int maxBytes, CallDeadline deadline)
      throws IOException {
    if (entity == null || entity.getContentLength() == 0) {
      return new byte[0];
    }
    if (entity.getContentLength() > maxBytes) {
      throw new TooLargeException();
    }
    String encoding = entity.getContentEncoding();
    boolean zipped = "gzip".equalsIgnoreCase(encoding) || "x-gzip".equalsIgnoreCase(encoding);
    InputStream content = entity.getContent();
    return read(zipped ? new GZIPInputStream(content) : content, maxBytes, deadline);
  }

  private static byte[] read(InputStream in, int maxBytes, CallDeadline deadline)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      if (bytes.size() + count > maxBytes) {
        throw new TooLargeException();
      }
      if (deadline.isOver()) {
        throw new SocketTimeoutException();
      }
      bytes.write(buffer, 0, count);
    }
    return bytes.toByteArray();
  }
}
