package dev.pawl.server.worker;

import dev.pawl.server.web.ApiJson;
import dev.pawl.server.web.StreamedAnswer;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.MediaType;

/**
 * The client of a poll that waits. A server notices that a connection is closed only when it
 * writes, so spaces are sent while the client waits: they may precede any JSON. The first one after
 * the client has gone is still taken by the network, the next one fails.
 */
final class WaitingClient {

  private final HttpServletResponse response;
  private final ApiJson json;
  private boolean hasBegun;

  WaitingClient(HttpServletResponse response, ApiJson json) {
    this.response = response;
    this.json = json;
  }

  /** True once something was sent, so that the status of the answer cannot be changed. */
  boolean hasBegun() {
    return hasBegun;
  }

  /** Sends a space; false if the connection is known to be closed. */
  boolean isThere() {
    try {
      if (!hasBegun) {
        hasBegun = true;
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        StreamedAnswer.of(response).sendAsFlushed();
      }
      send(" ");
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Sends the answer; false if the connection is known to be closed. */
  boolean answer(List<Assignment> assignments) {
    try {
      send(json.write(assignments));
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  private void send(String text) throws IOException {
    OutputStream out = response.getOutputStream();
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
