package dev.pawl.peers.dbos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import dev.dbos.transact.workflow.WorkflowHandle;
import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DBOS Transact: workflows are called directly, without a queue, which is its fastest mode. The
 * pool (default: 10 connections) is enlarged to the best size. The serializer is the default;
 * results are strings, which it writes fastest.
 */
public final class DbosEngine implements Engine {

  private static final int POOL_SIZE = 20;

  private @Nullable HikariDataSource pool;
  private @Nullable DBOS dbos;
  private @Nullable Flows flows;

  /** The workflows as users of DBOS write them: an interface and its registered proxy. */
  interface Flows {
    String sequential(Workload workload);

    int fanOut();

    String single();
  }

  @Override
  public void open(Database database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(POOL_SIZE);
    HikariDataSource connections = new HikariDataSource(config);
    DBOS opened =
        new DBOS(DBOSConfig.defaults("peers").withDataSource(connections).withAppVersion("1"));
    DbosFlows written = new DbosFlows(opened);
    Flows proxy = opened.registerProxy(Flows.class, written);
    written.self = proxy;
    opened.launch();
    pool = connections;
    dbos = opened;
    flows = proxy;
  }

  @Override
  public void execute(Workload workload) {
    Flows opened = flows;
    if (opened == null) {
      throw new IllegalStateException("the engine is not open");
    }
    switch (workload) {
      case W1, W4 -> opened.sequential(workload);
      case W2 -> opened.fanOut();
      case W3 -> opened.single();
    }
  }

  @Override
  public int alive(Workload workload) {
    return workload == Workload.W2 ? 4 : 32;
  }

  @Override
  public void close() {
    if (dbos != null) {
      dbos.close();
      dbos = null;
    }
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }

  static final class DbosFlows implements Flows {

    private final DBOS dbos;
    private @Nullable Flows self;

    DbosFlows(DBOS dbos) {
      this.dbos = dbos;
    }

    @Workflow
    @Override
    public String sequential(Workload workload) {
      String result = "";
      for (int i = 0; i < workload.steps(); i++) {
        int step = i;
        result = dbos.runStep(() -> workload.result(step), "step" + step);
      }
      return result;
    }

    /** Steps run one after the other, so parallel work needs child workflows. */
    @Workflow
    @Override
    public int fanOut() {
      Flows proxy = self;
      if (proxy == null) {
        throw new IllegalStateException("not registered");
      }
      List<WorkflowHandle<String, RuntimeException>> branches = new ArrayList<>();
      for (int i = 0; i < Workload.W2.steps(); i++) {
        branches.add(dbos.startWorkflow(proxy::single));
      }
      int length = 0;
      for (WorkflowHandle<String, RuntimeException> branch : branches) {
        length += branch.getResult().length();
      }
      return length;
    }

    /** The workflow's result is durable, so an inner step would only add cost. */
    @Workflow
    @Override
    public String single() {
      return Workload.W3.result(0);
    }
  }
}
