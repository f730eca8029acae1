package dev.pawl.chaos.program;

import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds programs from blocks. */
final class BlockProgram {

  private BlockProgram() {}

  /**
   * Returns the program of a sequence of blocks.
   *
   * @param others the definitions of the flows that it calls, by code
   */
  static Program of(String flow, List<Block> blocks, Map<String, String> others) {
    ResultCalculator forecast = new ResultCalculator();
    long counter = forecast.follow(blocks, "", 0);
    Map<String, String> documents = new LinkedHashMap<>(others);
    documents.put(flow, AslWriter.document(blocks));
    return new Program(
        flow,
        documents,
        JsonObject.of("at", Json.of("")).with("n", JsonNumber.of(0)),
        List.copyOf(forecast.events),
        new Program.Expected(
            Status.SUCCEEDED,
            JsonObject.of("n", JsonNumber.of(counter)),
            forecast.effects,
            forecast.perhaps));
  }
}
