package insurance;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.ExecutionQuery;
import dev.pawl.ExecutionStatus;
import dev.pawl.Pawl;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Runs the application with the systems around it, and the commands of its README. */
@DisabledOnOs(OS.WINDOWS)
class InsuranceTest {

  private static final Path README =
      Path.of(System.getProperty("pawl.root"), "examples", "insurance", "README.md");

  private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private final Database database = SharedPostgres.createMigrated();
  private final GreenMail mail = new GreenMail(new ServerSetup(0, "localhost", "smtp"));
  private final List<String> exports = new CopyOnWriteArrayList<>();

  /** What had been sent when the CRM got the policy. */
  private final List<String> sentBefore = new CopyOnWriteArrayList<>();

  private SmsGateway sms;
  private HttpServer crm;
  private ConfigurableApplicationContext application;

  @BeforeEach
  void start() throws Exception {
    mail.start();
    sms = new SmsGateway(1);
    AtomicInteger refusals = new AtomicInteger(1);
    crm = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    crm.createContext(
        "/api/policies",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean isAccepted = refusals.getAndDecrement() <= 0;
          if (isAccepted) {
            sentBefore.add("%d mails".formatted(mail.getReceivedMessages().length));
            sentBefore.addAll(sms.messages);
            exports.add(body);
          }
          exchange.sendResponseHeaders(isAccepted ? 201 : 503, -1);
          exchange.close();
        });
    crm.start();
    application =
        SpringApplication.run(
            InsuranceApplication.class,
            "--server.port=0",
            "--logging.level.root=warn",
            "--spring.datasource.url=" + database.url(),
            "--spring.datasource.username=" + database.user(),
            "--spring.datasource.password=" + database.password(),
            "--pawl.connections.smtp.address=localhost:" + mail.getSmtp().getPort(),
            "--pawl.connections.sms.address=localhost:" + sms.port(),
            "--pawl.connections.crm.address=http://localhost:%d/api"
                .formatted(crm.getAddress().getPort()));
  }

  @AfterEach
  void end() throws Exception {
    if (application != null) {
      application.close();
    }
    crm.stop(0);
    sms.close();
    mail.stop();
    SharedPostgres.drop(database);
  }

  @Test
  void shouldDoWhatTheReadmeShows() throws Exception {
    String printed = runCommands();

    assertThat(printed).contains("\"flow\":\"POLICY_ONBOARDING\"", "\"flow\":\"POLICY_RECEIPT\"");
    Pawl pawl = application.getBean(Pawl.class);
    Await.until(
        "all executions have succeeded",
        () ->
            pawl.search(ExecutionQuery.ALL.withStatus(ExecutionStatus.SUCCEEDED)).size() == 3);
    assertThat(pawl.search(ExecutionQuery.ALL)).hasSize(3);
    assertThat(mail.getReceivedMessages())
        .extracting(message -> message.getSubject())
        .containsExactlyInAnyOrder("Welcome, Ada", "Receipt for policy P-1");
    assertThat(sms.messages)
        .containsExactlyInAnyOrder(
            "46701740605 Policy P-1 is active", "46701740605 Your car quote Q-1 is ready");
    assertThat(exports).hasSize(1);
    Json exported = Json.parse(exports.getFirst());
    assertThat(exported.get("number")).contains(Json.of("P-1"));
    assertThat(exported.get("mail").orElseThrow().asText()).startsWith("<");
    assertThat(sentBefore)
        .as("the export waits for mail and message")
        .anyMatch(sent -> sent.matches("[12] mails"))
        .contains("46701740605 Policy P-1 is active");
  }

  private String runCommands() throws Exception {
    Matcher commands = COMMANDS.matcher(Files.readString(README));
    assertThat(commands.find()).isTrue();
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    Path script = folder.resolve("commands.sh");
    Files.writeString(
        script, "set -eu\n" + commands.group(1).replace("localhost:8080", "localhost:" + port));
    Process shell =
        new ProcessBuilder("sh", script.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(printed).isZero();
    return printed;
  }
}
