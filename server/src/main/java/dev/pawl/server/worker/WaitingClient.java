package dev.pawl.server.worker;

import dev.pawl.server.web.ApiJson;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.http.MediaType;

/**
 * The client of a poll that may wait. The server notices a closed connection only when it writes,
 * so it sends spaces while the client waits; JSON allows leading spaces. The first write after the
 * client has disconnected still succeeds, the next one fails.
 */
final class WaitingClient {

  private final HttpServletResponse response;
  private final ApiJson json;
  private boolean isCommitted;

  WaitingClient(HttpServletResponse response, ApiJson json) {
    this.response = response;
    this.json = json;
  }

  /** Returns true once something was sent, after which the status cannot be changed. */
  boolean isCommitted() {
    return isCommitted;
  }

  /** Sends a space; returns false if the connection is known to be closed. */
  boolean isConnected() {
    try {
      begin();
      send(new byte[] {' '});
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  /** Sends the response; returns false if the connection is known to be closed. */
  boolean answer(List<Assignment> assignments) {
    byte[] body = json.write(assignments).getBytes(StandardCharsets.UTF_8);
    try {
      if (!isCommitted) {
        // With its length known, the response is complete when flushed and goes out in one packet.
        response.setContentLength(body.length);
        begin();
      }
      send(body);
      return true;
    } catch (IOException gone) {
      return false;
    }
  }

  private void begin() {
    if (!isCommitted) {
      isCommitted = true;
      response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    }
  }

  private void send(byte[] bytes) throws IOException {
    OutputStream out = response.getOutputStream();
    out.write(bytes);
    out.flush();
  }
}
