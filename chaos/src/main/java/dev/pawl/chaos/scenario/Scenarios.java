package dev.pawl.chaos.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All scenarios. Numbers are those by which the project's reliability plan knows them. */
public final class Scenarios {

  private static final List<Scenario> ALL =
      List.of(
          scenario("fair", "random flows in fair weather", SoakScenario::fair),
          scenario("1", "a node is killed under load", NodeScenarios::killed),
          scenario("2", "a node halts before and after each write", NodeScenarios::halted),
          scenario("3", "the database is killed under load", DatabaseScenarios::killed),
          scenario(
              "4", "the database dies during recovery", DatabaseScenarios::killedDuringRecovery),
          scenario("5", "commits whose answers are lost", NetworkScenarios::answersLost),
          scenario("6", "a node is frozen and comes back", NodeScenarios::frozen),
          scenario("7", "a node that stutters", NodeScenarios::stuttering),
          scenario("9", "all nodes are replaced one by one", NodeScenarios::rolling),
          scenario("12", "the database is a black hole", NetworkScenarios::blackHole),
          scenario("13", "connections are reset", NetworkScenarios::resets),
          scenario("18", "the disk is full", ServerScenarios::diskFull),
          scenario("20", "very many executions wait meanwhile", CrowdScenario::crowded),
          scenario("21", "very many timers ring at once", EventScenarios::wakeUp),
          scenario("25", "the clock of a node jumps", ClockScenario::jumps),
          scenario("26", "events race with waits", EventScenarios::races),
          scenario("27", "starts and events come several times", EventScenarios::duplicates),
          scenario("31", "handlers answer too late", HandlerScenarios::slow),
          scenario("32", "handlers are never answered", HandlerScenarios::unanswered),
          scenario("32-busy", "handlers compute for ever", HandlerScenarios::busy),
          scenario("33", "handlers answer during the next try", HandlerScenarios::late),
          scenario("36", "a Map over very many items", MapScenario::items),
          scenario("38", "a definition cannot be read", HandlerScenarios::poison),
          scenario(
              "38-module", "a module is taken away and comes back", HandlerScenarios::uninstalled),
          scenario("39", "cancels race with ends", EventScenarios::cancels),
          scenario("failover", "the server is lost, its copy goes on", ServerScenarios::failover),
          scenario("soak", "random flows in foul weather", SoakScenario::foul),
          scenario("http-1", "a server is killed under load", HttpScenarios.KILLED),
          scenario("http-3", "the database of servers is killed", HttpScenarios.DATABASE_KILLED),
          scenario("http-5", "servers lose the answers to commits", HttpScenarios.ANSWERS_LOST),
          scenario("http-6", "a server is frozen and comes back", HttpScenarios.FROZEN),
          scenario("http-9", "all servers are replaced one by one", HttpScenarios.ROLLING),
          scenario("http-26", "events race with waits, over HTTP", HttpScenarios.RACES),
          scenario("http-27", "requests come several times, anywhere", HttpScenarios.DUPLICATES),
          scenario("http-34", "payloads that are too large", HttpScenarios.PAYLOADS),
          scenario("http-38", "servers cannot read a definition", HttpScenarios.POISON),
          scenario("http-40", "a tenant floods the servers", HttpScenarios.FLOOD),
          scenario("http-41", "clients that hardly read their events", HttpScenarios.SLOW_READERS));

  /** Several of them on one cluster, which saves time; not scenarios of their own. */
  private static final List<Scenario> TOGETHER =
      List.of(
          scenario("calm", "26, 27, 31, 32 and 33 side by side", HandlerScenarios::together),
          scenario("http", "those of servers one after the other", HttpScenarios::together));

  private Scenarios() {}

  private interface Body {
    Report run(Arena arena) throws Exception;
  }

  private record Named(String name, String title, Body body) implements Scenario {
    @Override
    public Report run(Arena arena) throws Exception {
      return body.run(arena);
    }
  }

  private static Scenario scenario(String name, String title, Body body) {
    return new Named(name, title, body);
  }

  private static Scenario scenario(String name, String title, HttpScenarios.Ordeal ordeal) {
    return new Named(name, title, ordeal::alone);
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
