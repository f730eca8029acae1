package dev.pawl.cli;

import dev.pawl.cli.durable.DurableRun;
import dev.pawl.cli.durable.Home;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.Plan;
import dev.pawl.cli.show.Printable;
import dev.pawl.engine.Execution;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.embedded.EmbeddedPostgresException;
import dev.pawl.postgres.schema.SchemaException;
import java.io.PrintWriter;
import java.util.Objects;

/** The durable way of {@code pawl run}: a class of its own, so that nothing else loads it. */
final class Durably {

  private Durably() {}

  static Execution run(Plan plan, DurableOptions options, RunReport report, PrintWriter err)
      throws Exception {
    String password = Objects.requireNonNullElse(System.getenv("PGPASSWORD"), "");
    Home home =
        Home.of(options.data(), options.database(), password, options.key(), options.again());
    try (DurableRun run = open(plan, home, err)) {
      report.begin(run, plan.main(), plan.preflight());
      StopNotice notice =
          new StopNotice(run.log(), err, run::close, "; the same command goes on from there");
      Execution execution = notice.during(run::follow);
      report.end(run, execution, plan.preflight());
      return execution;
    }
  }

  private static DurableRun open(Plan plan, Home home, PrintWriter err) {
    try {
      return new DurableRun(
          plan,
          home,
          sentence -> {
            err.println("pawl: " + Printable.line(sentence));
            err.flush();
          });
    } catch (EmbeddedPostgresException
        | DatabaseUnusableException
        | SchemaException
        | UnavailableException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
