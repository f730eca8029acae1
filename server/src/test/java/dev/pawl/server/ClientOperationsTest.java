package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The Java client has a typed method for every operation that programs use. */
@ExtendWith(OneServer.class)
class ClientOperationsTest {

  /** Pages of the console, the sign-in and sign-out of a browser, and schemas for editors. */
  private static final Set<String> WITHOUT_CLIENT =
      Set.of(
          "GET /api/docs",
          "GET /api/docs/page.css",
          "GET /api/docs/page.js",
          "GET /api/schemas/bindings.json",
          "GET /api/schemas/jobs.json",
          "GET /api/schemas/states.json",
          "GET /api/session",
          "POST /api/session",
          "DELETE /api/session");

  @Test
  void shouldCoverEveryOperationOfTheServer(OneServer.Running running) {
    Set<String> expected = new TreeSet<>();
    try (PawlClient client =
        PawlClient.connect(running.server().address().toString(), running.adminKey())) {
      members(client.server().openApi().get("paths").orElseThrow())
          .members()
          .forEach(
              (path, methods) ->
                  members(methods)
                      .members()
                      .keySet()
                      .forEach(method -> expected.add(method.toUpperCase() + " " + path)));
    }
    expected.removeAll(WITHOUT_CLIENT);

    Set<String> covered = new TreeSet<>();
    Stream.of(PawlClient.class.getMethods())
        .map(Method::getReturnType)
        .flatMap(area -> Stream.of(area.getMethods()))
        .map(method -> method.getAnnotation(Operation.class))
        .filter(operation -> operation != null)
        .forEach(operation -> covered.addAll(Set.of(operation.value())));

    assertThat(covered).containsExactlyElementsOf(expected);
  }

  private static JsonObject members(Json json) {
    return (JsonObject) json;
  }
}
