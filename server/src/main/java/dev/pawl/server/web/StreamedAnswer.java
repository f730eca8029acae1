package dev.pawl.server.web;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Objects;
import org.springframework.web.util.WebUtils;

/** A response that is sent when it is whole, unless it is asked to go out as it is flushed. */
public interface StreamedAnswer {

  /** Sends what is flushed from now on at once, without waiting for the rest. */
  void sendAsFlushed();

  static StreamedAnswer of(HttpServletResponse response) {
    return Objects.requireNonNull(WebUtils.getNativeResponse(response, StreamedAnswer.class));
  }
}
