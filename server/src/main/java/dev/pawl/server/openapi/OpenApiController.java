package dev.pawl.server.openapi;

import dev.pawl.sdk.Json;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
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

/** Endpoints that serve the OpenAPI document and its page, which loads nothing from other hosts. */
@RestController
public final class OpenApiController {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  private final ObjectProvider<RequestMappingHandlerMapping> mappings;
  private final Endpoints endpoints;

  OpenApiController(ObjectProvider<RequestMappingHandlerMapping> mappings, Endpoints endpoints) {
    this.mappings = mappings;
    this.endpoints = endpoints;
  }

  @GetMapping(path = "/api/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the OpenAPI 3.1 description of this API.",
      flowScope = FlowScope.NO_FLOW)
  Json document() {
    RequestMappingHandlerMapping mapping = mappings.orderedStream().findFirst().orElseThrow();
    return OpenApi.of(mapping, endpoints);
  }

  @GetMapping(path = "/api/docs", produces = MediaType.TEXT_HTML_VALUE)
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the description of this API as a page.",
      flowScope = FlowScope.NO_FLOW)
  String page(HttpServletResponse response) throws IOException {
    // Replaces the policy of all other responses, which allows no scripts.
    response.setHeader("Content-Security-Policy", POLICY);
    return file("page.html");
  }

  @GetMapping(path = "/api/docs/page.js", produces = "text/javascript;charset=UTF-8")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the script of the page /api/docs.",
      flowScope = FlowScope.NO_FLOW)
  String script() throws IOException {
    return file("page.js");
  }

  @GetMapping(path = "/api/docs/page.css", produces = "text/css;charset=UTF-8")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Returns the style sheet of the page /api/docs.",
      flowScope = FlowScope.NO_FLOW)
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
