package dev.pawl.cli.remote.execution;

import dev.pawl.cli.run.AnswerOption;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that make a start a test. */
final class TestOptions {

  @Option(
      names = "--test",
      description =
          "Start a test, of the draft unless --version is given: lists and metrics leave it"
              + " out.")
  private boolean test;

  @Option(
      names = "--mock",
      paramLabel = "NAME=JSON",
      parameterConsumer = AnswerOption.InOrder.class,
      description =
          "Start a test in which the Task of that name, or each Task of that resource, is not run"
              + " but returns this: JSON, or @file. Given again for the same name, it is the result"
              + " of the next call; the last result is repeated.")
  private List<AnswerOption> mocks = new ArrayList<>();

  @Option(
      names = "--mock-error",
      paramLabel = "NAME=ERROR[:CAUSE]",
      parameterConsumer = AnswerOption.InOrder.class,
      description = "The error with which it fails; ordered with the --mock options of that name.")
  private List<AnswerOption> errors = new ArrayList<>();

  boolean isTest() {
    return test || !mocks.isEmpty() || !errors.isEmpty();
  }

  JsonObject mockHandlers() {
    return AnswerOption.scenario(mocks, errors).mocks();
  }
}
