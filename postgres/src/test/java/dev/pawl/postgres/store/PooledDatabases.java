package dev.pawl.postgres.store;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The databases of the tests through PgBouncer. Where there is none, the tests are skipped. */
public final class PooledDatabases implements ExecutionCondition, ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(PooledDatabases.class);

  private static final String MISSING =
      "PgBouncer is not installed (see also -Dpawl.pgbouncer=PROGRAM): tests behind it are skipped";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (PgBouncer.find().isPresent()) {
      return ConditionEvaluationResult.enabled("PgBouncer is here");
    }
    context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(
            MISSING,
            text -> {
              System.out.println(text);
              return text;
            });
    return ConditionEvaluationResult.disabled(MISSING);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Database.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Database database = TestDatabases.migrated(context);
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(PgBouncer.class, type -> start(database), PgBouncer.class)
        .instead(database);
  }

  private static PgBouncer start(Database database) {
    Optional<Path> program = PgBouncer.find();
    try {
      return PgBouncer.before(database, program.orElseThrow());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
