package dev.pawl.spring.autoconfigure;

import dev.pawl.engine.run.BuiltInHandlers;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.JsonBinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The handlers among the beans of an application, by resource. The engine starts before all beans
 * exist, because handlers may use the engine; until then, calls wait.
 */
public final class BeanHandlers {

  private final ConfigurableListableBeanFactory beans;
  private final Supplier<JsonBinder> binder;
  private final Supplier<List<BuiltInHandlers>> builtIn;
  private final CountDownLatch collected = new CountDownLatch(1);
  private volatile Map<String, Handler> handlers = Map.of();

  BeanHandlers(
      ConfigurableListableBeanFactory beans,
      Supplier<JsonBinder> binder,
      Supplier<List<BuiltInHandlers>> builtIn) {
    this.beans = beans;
    this.binder = binder;
    this.builtIn = builtIn;
  }

  /**
   * Collects the handlers, those of beans before built-in ones, and lets calls begin; all beans
   * must exist.
   *
   * @throws IllegalStateException if two beans handle the same resource for the same tenant
   */
  void open() {
    Map<String, Handler> all = new HashMap<>();
    builtIn.get().forEach(some -> all.putAll(some.handlers()));
    all.putAll(new HandlerCollector(beans, binder.get()).collect());
    handlers = Map.copyOf(all);
    collected.countDown();
  }

  /** Finds the handler of a resource; waits until the handlers are collected. */
  public Optional<Handler> find(String resource) {
    try {
      collected.await();
      return Optional.ofNullable(handlers.get(resource));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Ends all waiting, so that an application that failed to start can end. */
  void close() {
    collected.countDown();
  }
}
