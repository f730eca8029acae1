package dev.pawl.cli.remote.server;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.NoKeyException;
import dev.pawl.cli.http.NoServerException;
import dev.pawl.cli.http.ServerAddress;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.PawlClient;
import dev.pawl.client.admin.HealthReport;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.client.http.RequestInterruptedException;
import dev.pawl.client.http.UnreachableException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the checks of {@code pawl doctor}, from this machine to the server; skips checks that depend
 * on a failed one.
 */
final class DoctorChecks {

  private static final int OK = 200;
  private static final Duration MAX_PROBE_TIME = Duration.ofSeconds(10);
  private static final int MIN_JAVA_VERSION = 21;
  private static final String API_VERSION = "1";
  private static final long MIN_FREE_DISK_BYTES = 1L << 30;
  private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(5);

  /**
   * The result of one check.
   *
   * @param advice how to fix the problem
   */
  record CheckResult(String name, boolean ok, String detail, String advice) {}

  private final ServerOptions server;
  private final List<CheckResult> findings = new ArrayList<>();

  DoctorChecks(ServerOptions server) {
    this.server = server;
  }

  List<CheckResult> run() {
    int java = Runtime.version().feature();
    add("java", java >= MIN_JAVA_VERSION, "Java " + java, "install a JDK, 21 or newer");
    add("pawl", true, "version " + Version.number(), "");
    checkDisk();
    ServerAddress address;
    try {
      address = server.address();
    } catch (UsageException wrong) {
      add("server", false, "no server is known", wrong.getMessage());
      return findings;
    } catch (NoKeyException none) {
      add("key", false, "cannot be read", none.getMessage());
      return findings;
    } catch (NoServerException none) {
      add("server", false, "is not running", none.getMessage());
      return findings;
    }
    if (checkServer(address)) {
      checkDatabase(address);
      if (checkKey(address)) {
        addServerChecks(address);
      }
    }
    return findings;
  }

  private void add(String name, boolean ok, String detail, String advice) {
    findings.add(new CheckResult(name, ok, detail, advice));
  }

  private void checkDisk() {
    try {
      Path data = server.folder();
      Path here = Files.isDirectory(data) ? data : Path.of(".");
      long free = Files.getFileStore(here).getUsableSpace();
      String detail = "%d MB free in %s".formatted(free >> 20, here.toAbsolutePath().normalize());
      add(
          "disk",
          free >= MIN_FREE_DISK_BYTES,
          detail,
          "free disk space; a database on a full disk stops all work");
    } catch (IOException e) {
      add("disk", false, "cannot be read: " + e.getMessage(), "check the folder");
    }
  }

  private boolean checkServer(ServerAddress address) {
    try {
      ApiResponse live = probe(address, "/health/live");
      boolean isPawl = live.status() == OK;
      String detail = isPawl ? address + " answers" : address + " answered " + live.status();
      add(
          "server",
          isPawl,
          detail,
          "another program listens at this address; see --url and --profile");
      live.header("Date").ifPresent(this::checkClock);
      return isPawl;
    } catch (UnreachableException away) {
      add("server", false, address + " does not answer", "start it with pawl up, or see --url");
      if (address.isLocal()) {
        checkPort(address);
      }
      return false;
    }
  }

  /** Checks that a server could use the port, which another program may occupy. */
  private void checkPort(ServerAddress address) {
    int port = address.url().getPort() < 0 ? 80 : address.url().getPort();
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      add("port", true, "port " + port + " is free for pawl up", "");
    } catch (IOException taken) {
      String advice = "stop the program that uses it, or choose another port: pawl up --port";
      add("port", false, "port " + port + " is not available: " + taken.getMessage(), advice);
    }
  }

  private void checkClock(String date) {
    try {
      Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration skew = Duration.between(theirs, Instant.now()).abs();
      // The Date header has no fractions of a second.
      boolean ok = skew.compareTo(MAX_CLOCK_SKEW) <= 0;
      String detail =
          "%d s between the clocks of this machine and of the server".formatted(skew.toSeconds());
      add("clock", ok, detail, "synchronize both machines with a time server");
    } catch (DateTimeException e) {
      add(
          "clock",
          false,
          "the server sends no Date header: " + date,
          "check the proxy in front of it");
    }
  }

  /** Returns the response to one request without a key, whatever its status is. */
  private static ApiResponse probe(ServerAddress address, String path) {
    ApiRequest request = ApiRequest.get(path).timeout(MAX_PROBE_TIME);
    try (PawlClient anonymous = PawlClient.builder(address.url().toString()).build()) {
      return anonymous.exchange(request);
    } catch (IOException away) {
      throw new UnreachableException(address.url(), away);
    } catch (InterruptedException stopped) {
      throw new RequestInterruptedException(stopped);
    }
  }

  private void checkDatabase(ServerAddress address) {
    int status = probe(address, "/health/ready").status();
    boolean ok = status == OK;
    String detail = ok ? "ready" : "the server says " + status;
    add("database", ok, detail, "the server cannot reach its PostgreSQL; its log says why");
  }

  /** Checks the key; returns true if the server accepts it. */
  private boolean checkKey(ServerAddress address) {
    if (address.key().isEmpty()) {
      add("key", false, "there is none", "set PAWL_KEY, or use a profile: pawl profiles add");
      return false;
    }
    try {
      address.client().get("/api/flows?limit=1");
      add("key", true, "is accepted", "");
      checkApiVersion(address);
      return true;
    } catch (PawlApiException refused) {
      boolean isOther = refused.status() == 403;
      String detail = isOther ? "is accepted, but may not read flows" : "is not accepted";
      add("key", isOther, detail, "ask for a new one: pawl keys create");
      return isOther;
    }
  }

  /** Adds the server's own health checks, except that of the database, which ran before. */
  private void addServerChecks(ServerAddress address) {
    try {
      for (HealthReport.Check check : address.client().server().health().checks()) {
        if (!check.name().equals("database")) {
          add("security", check.isOk(), check.name() + " " + check.detail(), check.advice());
        }
      }
    } catch (PawlApiException refused) {
      if (refused.status() == 403) {
        String detail = "not checked: this needs a key with the role monitor or platform-admin";
        add("security", true, detail, "");
      } else {
        String detail = "the health check was refused with status " + refused.status();
        add("security", false, detail, "use a newer server");
      }
    }
  }

  private void checkApiVersion(ServerAddress address) {
    try {
      Json info = address.client().server().openApi().get("info").orElse(JsonObject.EMPTY);
      String version = ExecutionText.text(info, "version");
      String advice = "use the commands that came with the server";
      add("api", version.equals(API_VERSION), "version " + version + " of the API", advice);
    } catch (PawlApiException older) {
      add("api", false, "the server does not describe its API", "use a newer server");
    }
  }
}
