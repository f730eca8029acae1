package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import picocli.CommandLine.Parameters;

/** A flow of a server. */
final class OneFlow {

  @Parameters(index = "0", paramLabel = "FLOW", description = "Its code.")
  private String code = "";

  String code() {
    return code;
  }

  String path() {
    return "/api/flows/" + Client.part(code);
  }
}
