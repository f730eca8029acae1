package dev.pawl.server.web;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.OpenStreams.StreamBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** However a stream ends, it frees its place, and nothing follows what it has sent. */
class OpenStreamsTest {

  private final OpenStreams streams = new OpenStreams(new ApiJson(new JsonMapper()), 1, 1, 2);

  @BeforeEach
  void start() {
    streams.start();
  }

  private static <T> T stub(Class<T> type, String method, Object result) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, called, arguments) -> {
              if (called.getName().equals(method)) {
                return result;
              }
              throw new AssertionError("unexpected call of " + called);
            }));
  }

  private void run(boolean isCommitted, StreamBody body) throws Exception {
    streams.stream(
        TenantId.DEFAULT,
        stub(HttpServletRequest.class, "getMethod", "GET"),
        stub(HttpServletResponse.class, "isCommitted", isCommitted),
        body);
  }

  private static StreamBody failing(String how) {
    return () -> {
      switch (how) {
        case "gone" -> throw new IOException("Broken pipe");
        case "stopped" -> throw new InterruptedException("the server stops");
        case "refused" -> throw ApiException.notFound("such thing");
        default -> throw new IllegalStateException("a bug");
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "stopped", "refused", "broken"})
  void shouldAddNothingToAStreamThatHasBegunAndFreeItsPlace(String how) {
    for (int i = 0; i < 3; i++) {
      assertThatCode(() -> run(true, failing(how))).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"refused", "broken"})
  void shouldReportFailuresBeforeTheStreamHasBegun(String how) {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> run(false, failing(how)))
          .isInstanceOf(RuntimeException.class)
          .hasMessageNotContaining("streams open");
    }
  }

  @Test
  void shouldLimitStreamsOfATenant() throws Exception {
    run(
        true,
        () ->
            assertThatThrownBy(() -> run(false, () -> {}))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("streams"));
  }
}
