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
 * DBOS Transact: workflows are called directly, without a queue, which is its fastest way. The
 * pool, of 10 connections by itself, is made as large as pays off. Its serializer is left alone;
 * results are strings, which that writes fastest.
 */
public final class DbosEngine implements Engine {

  private static final int CONNECTIONS = 20;

  private @Nullable HikariDataSource pool;
  private @Nullable DBOS dbos;
  private @Nullable Flows flows;

  /** The workflows, as users of DBOS write them: an interface and its registered proxy. */
  interface Flows {
    String inSequence(Workload workload);

    int fanOut();

    String one();
  }

  @Override
  public void open(Database database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(CONNECTIONS);
    HikariDataSource connections = new HikariDataSource(config);
    DBOS opened =
        new DBOS(DBOSConfig.defaults("peers").withDataSource(connections).withAppVersion("1"));
    Written written = new Written(opened);
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
      throw new IllegalStateException("not open");
    }
    switch (workload) {
      case W1, W4 -> opened.inSequence(workload);
      case W2 -> opened.fanOut();
      case W3 -> opened.one();
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

  static final class Written implements Flows {

    private final DBOS dbos;
    private @Nullable Flows self;

    Written(DBOS dbos) {
      this.dbos = dbos;
    }

    @Workflow
    @Override
    public String inSequence(Workload workload) {
      String result = "";
      for (int i = 0; i < workload.steps(); i++) {
        int step = i;
        result = dbos.runStep(() -> workload.result(step), "step" + step);
      }
      return result;
    }

    /** Steps run one after the other, so what shall run at once must be workflows of their own. */
    @Workflow
    @Override
    public int fanOut() {
      Flows proxy = self;
      if (proxy == null) {
        throw new IllegalStateException("not registered");
      }
      List<WorkflowHandle<String, RuntimeException>> branches = new ArrayList<>();
      for (int i = 0; i < Workload.W2.steps(); i++) {
        branches.add(dbos.startWorkflow(proxy::one));
      }
      int length = 0;
      for (WorkflowHandle<String, RuntimeException> branch : branches) {
        length += branch.getResult().length();
      }
      return length;
    }

    /** A workflow's own result is durable: a step inside it would only cost more. */
    @Workflow
    @Override
    public String one() {
      return Workload.W3.result(0);
    }
  }
}
