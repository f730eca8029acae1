package dev.pawl.client.outbound;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.MessageTemplate;
import java.util.stream.Stream;

/** The message templates of the caller's tenant. */
public final class TemplatesApi {

  private static final String ROOT = "/api/templates";

  private final ApiConnection connection;

  public TemplatesApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Lists the templates without their texts. */
  @Operation("GET /api/templates")
  public Stream<MessageTemplateInfo> list() {
    return connection.list(ROOT).map(MessageTemplateInfo::new);
  }

  @Operation("GET /api/templates/{name}")
  public MessageTemplateInfo get(String name) {
    return new MessageTemplateInfo(connection.get(path(name)));
  }

  /** Saves a template, new or not; all nodes use it within a second. */
  @Operation("PUT /api/templates/{name}")
  public MessageTemplateInfo save(MessageTemplate template) {
    JsonObject body =
        JsonObject.of("subject", Json.of(template.subject()))
            .with("text", Json.of(template.text()))
            .with("html", Json.of(template.html()));
    return new MessageTemplateInfo(connection.write("PUT", path(template.name()), body));
  }

  @Operation("DELETE /api/templates/{name}")
  public void delete(String name) {
    connection.write("DELETE", path(name));
  }

  private static String path(String name) {
    return ApiPath.of(ROOT).segment(name).toString();
  }
}
