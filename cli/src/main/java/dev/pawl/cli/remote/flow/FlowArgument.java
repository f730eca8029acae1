package dev.pawl.cli.remote.flow;

import picocli.CommandLine.Parameters;

/** The argument that names a flow on a server. */
final class FlowArgument {

  @Parameters(index = "0", paramLabel = "FLOW", description = "The code of the flow.")
  private String code = "";

  String code() {
    return code;
  }
}
