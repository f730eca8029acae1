package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The description of the API, for programs and for people. Nothing on the page is from elsewhere.
 */
@RestController
public final class OpenApiController {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  private final ObjectProvider<RequestMappingHandlerMapping> doors;

  OpenApiController(ObjectProvider<RequestMappingHandlerMapping> doors) {
    this.doors = doors;
  }

  @GetMapping(path = "/api/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  Json document() {
    RequestMappingHandlerMapping mapping = doors.orderedStream().findFirst().orElseThrow();
    return OpenApi.of(mapping);
  }

  @GetMapping(path = "/api/docs", produces = MediaType.TEXT_HTML_VALUE)
  String page(HttpServletResponse response) throws IOException {
    // Instead of the policy that all other answers have, which lets a page do nothing.
    response.setHeader("Content-Security-Policy", POLICY);
    return file("page.html");
  }

  @GetMapping(path = "/api/docs/page.js", produces = "text/javascript;charset=UTF-8")
  String script() throws IOException {
    return file("page.js");
  }

  @GetMapping(path = "/api/docs/page.css", produces = "text/css;charset=UTF-8")
  String style() throws IOException {
    return file("page.css");
  }

  private static String file(String name) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(OpenApiController.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
