package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.NoKeyException;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.cli.http.UnreachableException;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** All that is looked at, from near to far; what depends on something that fails is left out. */
final class Checkup {

  private static final int OLDEST_JAVA = 21;
  private static final String API = "1";
  private static final long LEAST_DISK = 1L << 30;
  private static final Duration MOST_SKEW = Duration.ofSeconds(5);

  /**
   * What one look gave.
   *
   * @param advice what to do about it
   */
  record Finding(String what, boolean ok, String told, String advice) {}

  private final ServerOptions server;
  private final List<Finding> findings = new ArrayList<>();

  Checkup(ServerOptions server) {
    this.server = server;
  }

  List<Finding> all() {
    int java = Runtime.version().feature();
    add("java", java >= OLDEST_JAVA, "Java " + java, "install a JDK, 21 or newer");
    add("pawl", true, "version " + Version.number(), "");
    disk();
    Place place;
    try {
      place = server.place();
    } catch (UsageException wrong) {
      add("server", false, "no server is known", wrong.getMessage());
      return findings;
    } catch (NoKeyException none) {
      add("key", false, "cannot be read", none.getMessage());
      return findings;
    } catch (UnreachableException none) {
      add("server", false, "is not running", none.getMessage());
      return findings;
    }
    if (isThere(place)) {
      database(place);
      if (key(place)) {
        health(place);
      }
    }
    return findings;
  }

  private void add(String what, boolean ok, String told, String advice) {
    findings.add(new Finding(what, ok, told, advice));
  }

  private void disk() {
    try {
      Path data = server.folder();
      Path here = Files.isDirectory(data) ? data : Path.of(".");
      long free = Files.getFileStore(here).getUsableSpace();
      String told = "%d MB free in %s".formatted(free >> 20, here.toAbsolutePath().normalize());
      add("disk", free >= LEAST_DISK, told, "make room; a database that runs full stops all work");
    } catch (IOException e) {
      add("disk", false, "cannot be looked at: " + e.getMessage(), "check the folder");
    }
  }

  private boolean isThere(Place place) {
    try {
      HttpResponse<String> live = new Client(place).look("/health/live");
      boolean isPawl = live.statusCode() == 200;
      String told = isPawl ? place + " answers" : place + " answered " + live.statusCode();
      add("server", isPawl, told, "something else listens there; see --url and --profile");
      live.headers().firstValue("Date").ifPresent(this::clock);
      return isPawl;
    } catch (UnreachableException away) {
      add("server", false, place + " does not answer", "start it with pawl up, or see --url");
      if (place.isLocal()) {
        port(place);
      }
      return false;
    }
  }

  /** A port that somebody has who does not answer keeps a server from starting. */
  private void port(Place place) {
    int port = place.url().getPort() < 0 ? 80 : place.url().getPort();
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      add("port", true, "port " + port + " is free for pawl up", "");
    } catch (IOException taken) {
      String advice = "end what has it, or use another: pawl up --port";
      add("port", false, "port " + port + " cannot be had: " + taken.getMessage(), advice);
    }
  }

  private void clock(String date) {
    try {
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration skew = Duration.between(theirs, Instant.now()).abs();
      // The header knows no fractions of a second.
      boolean ok = skew.compareTo(MOST_SKEW) <= 0;
      String told = "%d s between this machine's and the server's".formatted(skew.toSeconds());
      add("clock", ok, told, "let both machines follow a time server");
    } catch (DateTimeException e) {
      add("clock", false, "the server tells no time: " + date, "see what stands before it");
    }
  }

  private void database(Place place) {
    int status = new Client(place).look("/health/ready").statusCode();
    boolean ok = status == 200;
    String told = ok ? "ready" : "the server says " + status;
    add("database", ok, told, "the server cannot reach its PostgreSQL; its log says why");
  }

  /** Returns true if the key is good. */
  private boolean key(Place place) {
    if (place.key().isEmpty()) {
      add("key", false, "there is none", "set PAWL_KEY, or use a profile: pawl profiles add");
      return false;
    }
    try {
      new Client(place).get("/api/flows?limit=1");
      add("key", true, "is good", "");
      version(place);
      return true;
    } catch (ProblemException refused) {
      boolean isOther = refused.status() == 403;
      String told = isOther ? "is good, but may not read flows" : "is not taken";
      add("key", isOther, told, "ask for a new one: pawl keys create");
      return isOther;
    }
  }

  /** What the server itself has found; that of its database has been looked at before. */
  private void health(Place place) {
    try {
      Json report = new Client(place).get("/health");
      for (Json check : Client.elements(report.get("checks").orElse(JsonArray.EMPTY))) {
        String name = Executions.text(check, "name");
        if (!name.equals("database")) {
          boolean ok = check.get("ok").filter(Json.of(true)::equals).isPresent();
          String told = name + " " + Executions.text(check, "detail");
          add("security", ok, told, Executions.text(check, "advice"));
        }
      }
    } catch (ProblemException refused) {
      if (refused.status() == 403) {
        String told = "not checked: that takes a key with the role monitor or platform-admin";
        add("security", true, told, "");
      } else {
        String told = "the server does not say how it is: " + refused.status();
        add("security", false, told, "use a newer server");
      }
    }
  }

  private void version(Place place) {
    try {
      Json info = new Client(place).get("/api/openapi.json").get("info").orElse(JsonObject.EMPTY);
      String version = Executions.text(info, "version");
      String advice = "use the commands that came with the server";
      add("api", version.equals(API), "version " + version + " of the API", advice);
    } catch (ProblemException older) {
      add("api", false, "the server does not describe its API", "use a newer server");
    }
  }
}
