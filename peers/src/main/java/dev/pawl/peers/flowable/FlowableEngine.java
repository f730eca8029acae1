package dev.pawl.peers.flowable;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.flowable.common.engine.impl.cfg.TransactionState;
import org.flowable.common.engine.impl.context.Context;
import org.flowable.common.engine.impl.history.HistoryLevel;
import org.flowable.engine.ProcessEngine;
import org.flowable.engine.ProcessEngineConfiguration;
import org.flowable.engine.delegate.DelegateExecution;
import org.flowable.engine.delegate.JavaDelegate;
import org.flowable.engine.impl.cfg.StandaloneProcessEngineConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Flowable: asynchronous service tasks, so that each step is a transaction. The history is off,
 * which favours Flowable, because it is on by default. Jobs are not exclusive, which saves the lock
 * on the process, and are handed to its threads in memory; job acquisition for the others runs
 * every 10 ms instead of 10 s. The engines for users and events are off.
 */
public final class FlowableEngine implements Engine {

  private static final int THREADS = 16;

  private final Map<String, CompletableFuture<Boolean>> awaited = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private @Nullable HikariDataSource pool;
  private @Nullable ProcessEngine flowable;

  @Override
  public void open(Database database) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setUsername(database.user());
    config.setPassword(database.password());
    config.setMaximumPoolSize(THREADS + 16);
    HikariDataSource connections = new HikariDataSource(config);
    pool = connections;
    StandaloneProcessEngineConfiguration engine = new StandaloneProcessEngineConfiguration();
    engine.setDataSource(connections);
    engine.setDatabaseSchemaUpdate(ProcessEngineConfiguration.DB_SCHEMA_UPDATE_TRUE);
    engine.setHistoryLevel(HistoryLevel.NONE);
    engine.setDisableIdmEngine(true);
    engine.setDisableEventRegistry(true);
    engine.setAsyncExecutorActivate(true);
    engine.setAsyncExecutorCorePoolSize(THREADS);
    engine.setAsyncExecutorMaxPoolSize(THREADS);
    engine.setAsyncExecutorThreadPoolQueueSize(10_000);
    var acquisition = engine.getAsyncExecutorConfiguration();
    acquisition.setDefaultAsyncJobAcquireWaitTime(Duration.ofMillis(10));
    acquisition.setDefaultTimerJobAcquireWaitTime(Duration.ofMillis(10));
    engine.setAsyncExecutorNumberOfRetries(1_000);
    engine.setBeans(delegates());
    ProcessEngine opened = engine.buildProcessEngine();
    var deployment = opened.getRepositoryService().createDeployment();
    for (Workload workload : Workload.values()) {
      deployment.addString(workload + ".bpmn20.xml", BpmnProcesses.of(workload));
    }
    deployment.deploy();
    flowable = opened;
  }

  private Map<Object, Object> delegates() {
    Map<Object, Object> delegates = new HashMap<>();
    for (Workload workload : Workload.values()) {
      int last = workload.steps() - 1;
      for (int i = 0; i <= last; i++) {
        int step = i;
        JavaDelegate delegate =
            execution -> {
              // One variable, overwritten by each step: the least that a process can store.
              execution.setVariable("document", workload.result(step));
              if (step == last) {
                endWithTransaction(execution);
              }
            };
        delegates.put(BpmnProcesses.delegate(workload, step), delegate);
      }
    }
    delegates.put(
        BpmnProcesses.BRANCH,
        (JavaDelegate) execution -> execution.setVariableLocal("document", Workload.W2.result(0)));
    delegates.put(BpmnProcesses.JOIN, (JavaDelegate) this::endWithTransaction);
    return delegates;
  }

  private void endWithTransaction(DelegateExecution execution) {
    String key = execution.getProcessInstanceBusinessKey();
    Context.getTransactionContext()
        .addTransactionListener(
            TransactionState.COMMITTED,
            context -> {
              CompletableFuture<Boolean> end = awaited.remove(key);
              if (end != null) {
                end.complete(true);
              }
            });
  }

  @Override
  public void execute(Workload workload) throws Exception {
    ProcessEngine opened = flowable;
    if (opened == null) {
      throw new IllegalStateException("the engine is not open");
    }
    String key = Long.toString(ids.incrementAndGet());
    CompletableFuture<Boolean> end = new CompletableFuture<>();
    awaited.put(key, end);
    opened.getRuntimeService().startProcessInstanceByKey(workload.name(), key);
    end.get();
  }

  @Override
  public int alive(Workload workload) {
    return workload == Workload.W2 ? 2 : 16;
  }

  @Override
  public void close() {
    if (flowable != null) {
      flowable.close();
      flowable = null;
    }
    if (pool != null) {
      pool.close();
      pool = null;
    }
  }
}
