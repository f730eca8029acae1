package dev.pawl.client.trigger;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import java.util.stream.Stream;

/** The bindings of events to flows. */
public final class BindingsApi {

  private static final String ROOT = "/api/bindings";

  private final ApiConnection connection;

  public BindingsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns all bindings, in the order of their creation. */
  @Operation("GET /api/bindings")
  public Stream<Binding> list() {
    return connection.list(ROOT).map(Binding::new);
  }

  @Operation("GET /api/bindings/{id}")
  public Binding get(String id) {
    return new Binding(connection.get(path(id).toString()));
  }

  /** Creates a binding; when it returns, every node knows it. */
  @Operation("POST /api/bindings")
  public Binding create(NewBinding binding) {
    return new Binding(connection.write("POST", ROOT, binding.json()));
  }

  @Operation("PUT /api/bindings/{id}")
  public Binding replace(String id, NewBinding binding) {
    return new Binding(connection.write("PUT", path(id).toString(), binding.json()));
  }

  @Operation("POST /api/bindings/{id}/enable")
  public Binding enable(String id) {
    return new Binding(connection.write("POST", path(id).add("enable").toString()));
  }

  /** Switches a binding off; when it returns, no node starts anything by it. */
  @Operation("POST /api/bindings/{id}/disable")
  public Binding disable(String id) {
    return new Binding(connection.write("POST", path(id).add("disable").toString()));
  }

  /** Removes a binding; when it returns, no node starts anything by it. */
  @Operation("DELETE /api/bindings/{id}")
  public void remove(String id) {
    connection.write("DELETE", path(id).toString());
  }

  private static ApiPath path(String id) {
    return ApiPath.of(ROOT).segment(id);
  }
}
