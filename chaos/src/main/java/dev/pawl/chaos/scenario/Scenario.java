package dev.pawl.chaos.scenario;

/** One way to attack a cluster. */
public interface Scenario {

  /** Returns its name on the command line: its number, or a word. */
  String name();

  /** Returns a short description. */
  String title();

  ScenarioReport run(ScenarioContext context) throws Exception;
}
