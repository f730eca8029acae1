package dev.pawl.cli.remote;

import dev.pawl.cli.run.Answer;
import dev.pawl.cli.run.Given;
import dev.pawl.cli.run.Scenario;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What makes a start a test. */
final class TestOptions {

  @Option(
      names = "--test",
      description =
          "As a test, of the draft unless --version says otherwise: lists and figures leave it"
              + " out.")
  private boolean test;

  @Option(
      names = "--mock",
      paramLabel = "NAME=JSON",
      parameterConsumer = Given.InOrder.class,
      description =
          "As a test in which the Task of that name, or each Task of that resource, is not done but"
              + " answers this: JSON, or @file. Given again for the same name, it answers the next"
              + " call; the last answer is repeated.")
  private List<Given> mocks = new ArrayList<>();

  @Option(
      names = "--mock-error",
      paramLabel = "NAME=ERROR[:CAUSE]",
      parameterConsumer = Given.InOrder.class,
      description = "The error with which it fails; takes its turn among the --mock of it.")
  private List<Given> errors = new ArrayList<>();

  boolean isTest() {
    return test || !mocks.isEmpty() || !errors.isEmpty();
  }

  JsonObject mockHandlers() {
    Scenario scenario = Given.scenario(mocks, errors);
    JsonObject.Builder handlers = JsonObject.builder();
    for (String name : scenario.answers().names()) {
      handlers.put(
          name,
          JsonArray.of(scenario.answers().all(name).stream().map(TestOptions::written).toList()));
    }
    return handlers.build();
  }

  private static Json written(Answer answer) {
    return switch (answer) {
      case Answer.Returns returns -> JsonObject.of("result", returns.value());
      case Answer.Fails fails ->
          JsonObject.of("error", Json.of(fails.error())).with("cause", Json.of(fails.cause()));
      case Answer.Runs runs -> throw new IllegalStateException("no option of a test says so");
    };
  }
}
