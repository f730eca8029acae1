package dev.pawl.chaos.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All scenarios, numbered as in the reliability plan. */
public final class Scenarios {

  private static final List<Scenario> ALL =
      List.of(
          scenario("fair", "random flows without faults", SoakScenario::fair),
          scenario("1", "a node is killed under load", NodeScenarios::killed),
          scenario("2", "a node halts before and after each write", NodeScenarios::halted),
          scenario("3", "the database is killed under load", DatabaseScenarios::killed),
          scenario(
              "4", "the database dies during recovery", DatabaseScenarios::killedDuringRecovery),
          scenario("5", "commits whose answers are lost", NetworkScenarios::answersLost),
          scenario("6", "a node is frozen and comes back", NodeScenarios::frozen),
          scenario("7", "a node is frozen for short times", NodeScenarios::stuttering),
          scenario("9", "all nodes are replaced one by one", NodeScenarios::rolling),
          scenario("12", "the database is a black hole", NetworkScenarios::blackHole),
          scenario("13", "connections are reset", NetworkScenarios::resets),
          scenario("18", "the disk is full", ServerScenarios::diskFull),
          scenario("20", "very many parked executions", CrowdScenario::crowded),
          scenario("21", "very many timers fire at once", EventScenarios::wakeUp),
          scenario("25", "the clock of a node jumps", ClockScenario::jumps),
          scenario("26", "events race with waits", EventScenarios::races),
          scenario("27", "starts and events are duplicated", EventScenarios::duplicates),
          scenario("31", "handlers answer too late", HandlerScenarios::slow),
          scenario("32", "handlers are never answered", HandlerScenarios::unanswered),
          scenario("32-busy", "handlers compute without end", HandlerScenarios::busy),
          scenario("33", "handlers answer during the next attempt", HandlerScenarios::lateAnswers),
          scenario("36", "a Map over very many items", MapScenario::items),
          scenario("38", "a definition cannot be read", HandlerScenarios::poison),
          scenario(
              "38-module",
              "a module is removed and installed again",
              HandlerScenarios::uninstalled),
          scenario("39", "cancels race with ends", EventScenarios::cancels),
          scenario(
              "failover", "the server is lost and its replica promoted", ServerScenarios::failover),
          scenario("soak", "random flows with faults", SoakScenario::badNetwork),
          scenario("http-1", "a server is killed under load", HttpScenarios.KILLED),
          scenario("http-3", "the database of servers is killed", HttpScenarios.DATABASE_KILLED),
          scenario("http-5", "servers lose the answers to commits", HttpScenarios.ANSWERS_LOST),
          scenario("http-6", "a server is frozen and comes back", HttpScenarios.FROZEN),
          scenario("http-9", "all servers are replaced one by one", HttpScenarios.ROLLING),
          scenario("http-26", "events race with waits, over HTTP", HttpScenarios.RACES),
          scenario("http-27", "requests are duplicated on all servers", HttpScenarios.DUPLICATES),
          scenario(
              "http-events",
              "events are duplicated while servers are killed",
              HttpScenarios.EVENTS),
          scenario("http-34", "payloads that are too large", HttpScenarios.PAYLOADS),
          scenario("http-38", "servers cannot read a definition", HttpScenarios.POISON),
          scenario("http-40", "a tenant floods the servers", HttpScenarios.FLOOD),
          scenario("http-41", "clients that read their events slowly", HttpScenarios.SLOW_READERS));

  /** Combinations that share one cluster to save time. */
  private static final List<Scenario> TOGETHER =
      List.of(
          scenario("calm", "26, 27, 31, 32 and 33 in parallel", HandlerScenarios::together),
          scenario("http", "all server scenarios in sequence", HttpScenarios::together));

  private Scenarios() {}

  private interface ScenarioBody {
    ScenarioReport run(ScenarioContext context) throws Exception;
  }

  private record NamedScenario(String name, String title, ScenarioBody body) implements Scenario {
    @Override
    public ScenarioReport run(ScenarioContext context) throws Exception {
      return body.run(context);
    }
  }

  private static Scenario scenario(String name, String title, ScenarioBody body) {
    return new NamedScenario(name, title, body);
  }

  private static Scenario scenario(String name, String title, HttpScenarios.HttpAttack ordeal) {
    return new NamedScenario(name, title, ordeal::alone);
  }

  public static List<Scenario> all() {
    return ALL;
  }

  public static Optional<Scenario> named(String name) {
    return Stream.concat(ALL.stream(), TOGETHER.stream())
        .filter(scenario -> scenario.name().equals(name))
        .findFirst();
  }
}
