package dev.pawl.client.view;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.stream.Stream;

/** Saves views of the console, private or shared, and the preferences of the caller. */
public final class ViewsApi {

  private static final String ROOT = "/api/views";
  private static final String PREFERENCES = "/api/preferences";

  private final ApiConnection connection;

  public ViewsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Lists the shared views of a page and the caller's own. */
  @Operation("GET /api/views")
  public Stream<SavedView> list(String page) {
    return connection.list(ApiPath.of(ROOT).query("page", page).toString()).map(SavedView::new);
  }

  /** Saves a new view. */
  @Operation("POST /api/views")
  public SavedView create(NewView view) {
    return new SavedView(connection.write("POST", ROOT, view.json()));
  }

  /** Changes a view. */
  @Operation("PUT /api/views/{id}")
  public SavedView replace(String id, NewView view) {
    return new SavedView(connection.write("PUT", path(id), view.json()));
  }

  @Operation("DELETE /api/views/{id}")
  public void delete(String id) {
    connection.write("DELETE", path(id));
  }

  /** Returns the preferences of the caller by name. */
  @Operation("GET /api/preferences")
  public Json preferences() {
    return connection.get(PREFERENCES).get("preferences").orElse(JsonObject.EMPTY);
  }

  @Operation("PUT /api/preferences/{name}")
  public void savePreference(String name, Json value) {
    connection.write("PUT", preference(name), JsonObject.of("value", value));
  }

  @Operation("DELETE /api/preferences/{name}")
  public void deletePreference(String name) {
    connection.write("DELETE", preference(name));
  }

  private static String path(String id) {
    return ApiPath.of(ROOT).segment(id).toString();
  }

  private static String preference(String name) {
    return ApiPath.of(PREFERENCES).segment(name).toString();
  }
}
