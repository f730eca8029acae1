package dev.pawl.cli;

import dev.pawl.cli.durable.DurableRun;
import dev.pawl.cli.durable.RunLocation;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.RunPlan;
import dev.pawl.cli.show.Printable;
import dev.pawl.engine.Execution;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.embedded.EmbeddedPostgresException;
import dev.pawl.postgres.schema.SchemaException;
import java.io.PrintWriter;
import java.util.Objects;

/**
 * Runs {@code pawl run} durably; a separate class, so that other commands do not load PostgreSQL
 * code.
 */
final class DurableRunLauncher {

  private DurableRunLauncher() {}

  static Execution run(RunPlan plan, DurableOptions options, RunReport report, PrintWriter err)
      throws Exception {
    String password = Objects.requireNonNullElse(System.getenv("PGPASSWORD"), "");
    RunLocation location =
        RunLocation.of(
            options.data(), options.database(), password, options.key(), options.again());
    try (DurableRun run = open(plan, location, err)) {
      report.begin(run, plan.main(), plan.preflight());
      StopNotice notice =
          new StopNotice(run.log(), err, run::close, "; the same command continues from there");
      Execution execution = notice.during(run::follow);
      report.end(run, execution, plan.preflight());
      return execution;
    }
  }

  private static DurableRun open(RunPlan plan, RunLocation location, PrintWriter err) {
    try {
      return new DurableRun(
          plan,
          location,
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
