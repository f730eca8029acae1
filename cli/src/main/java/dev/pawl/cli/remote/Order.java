package dev.pawl.cli.remote;

import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;

/** What an operator tells an execution to do. */
record Order(ServerOptions server) {

  void give(String id, String order, String reason) {
    JsonObject body =
        reason.isEmpty() ? JsonObject.EMPTY : JsonObject.of("reason", Json.of(reason));
    Json answer = server.client().post(Executions.path(id) + "/" + order, body);
    String status = Executions.painted(Executions.text(answer, "status"), server.paint());
    server.show(answer, order + " was accepted; " + Printable.line(id) + " is " + status + "\n");
  }
}
