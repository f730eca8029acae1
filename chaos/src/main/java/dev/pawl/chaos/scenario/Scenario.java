package dev.pawl.chaos.scenario;

/** One way to attack a cluster. */
public interface Scenario {

  /** What it is called on the command line: its number, or a word. */
  String name();

  /** What happens, in a few words. */
  String title();

  Report run(Arena arena) throws Exception;
}
