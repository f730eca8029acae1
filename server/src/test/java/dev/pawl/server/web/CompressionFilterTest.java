package dev.pawl.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Large responses are compressed; what an error discards is not sent. */
class CompressionFilterTest {

  private static final byte[] LARGE =
      "half of a body ".repeat(2_000).getBytes(StandardCharsets.UTF_8);

  @TempDir static Path folder;
  private static Tomcat tomcat;

  /** Writes part of a body, discards it as the query says, and writes another one. */
  private static final class Failing extends HttpServlet {

    private static final long serialVersionUID = 1;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String query = request.getQueryString();
      int size = query.startsWith("small") ? 100 : LARGE.length;
      if (query.endsWith("none")) {
        response.getOutputStream().write(LARGE, 0, size);
        return;
      }
      response.getOutputStream().write(LARGE, 0, size);
      if (query.endsWith("buffer")) {
        response.resetBuffer();
      } else {
        response.reset();
      }
      response.setStatus(500);
      response.getWriter().write("problem");
    }
  }

  @BeforeAll
  static void start() throws Exception {
    tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    tomcat.setPort(0);
    Context context = tomcat.addContext("", folder.toString());
    Tomcat.addServlet(context, "failing", new Failing());
    context.addServletMappingDecoded("/*", "failing");
    FilterDef filter = new FilterDef();
    filter.setFilterName("compression");
    filter.setFilter(new CompressionFilter());
    context.addFilterDef(filter);
    FilterMap map = new FilterMap();
    map.setFilterName("compression");
    map.addURLPattern("/*");
    context.addFilterMap(map);
    tomcat.getConnector();
    tomcat.start();
  }

  @AfterAll
  static void stop() throws Exception {
    tomcat.stop();
    tomcat.destroy();
  }

  private static HttpResponse<byte[]> get(String query, String accepted) throws Exception {
    URI address =
        URI.create(
            "http://127.0.0.1:%d/api/flows/executions/1/steps?%s"
                .formatted(tomcat.getConnector().getLocalPort(), query));
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(
          HttpRequest.newBuilder(address).header("Accept-Encoding", accepted).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"small-buffer", "large-buffer", "small-reset", "large-reset"})
  void shouldSendOnlyTheProblemAfterAnError(String query) throws Exception {
    HttpResponse<byte[]> answer = get(query, "gzip");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(answer.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(answer.headers().allValues("Vary")).containsExactly("Accept-Encoding");
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("problem");
  }

  @Test
  void shouldCompressWhatIsNotDiscarded() throws Exception {
    HttpResponse<byte[]> answer = get("large-none", "br, gzip;q=0.5");

    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(new GZIPInputStream(new ByteArrayInputStream(answer.body())).readAllBytes())
        .isEqualTo(LARGE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | true",
        "deflate, GZIP | true",
        "gzip;q=1.0, br | true",
        "gzip; q=0.001 | true",
        "gzip;q=0 | false",
        "gzip ; q = 0.000, br | false",
        "br;q=1, gzip;Q=0 | false",
        "x-not-gzip | false",
        "identity | false"
      })
  void shouldFollowTheWeightOfGzip(String accepted, boolean compresses) {
    assertThat(CompressionFilter.acceptsGzip(accepted)).isEqualTo(compresses);
  }
}
