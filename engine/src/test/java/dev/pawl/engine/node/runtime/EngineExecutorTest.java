package dev.pawl.engine.node.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.time.RuntimeClock;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EngineExecutorTest {

  @Test
  void shouldNotInheritTheContextClassLoaderOfTheSubmittingThread() throws Exception {
    CompletableFuture<ClassLoader> soon = new CompletableFuture<>();
    CompletableFuture<ClassLoader> later = new CompletableFuture<>();
    try (EngineExecutor executor = new EngineExecutor(RuntimeClock.SYSTEM);
        URLClassLoader guest = new URLClassLoader(new URL[0])) {
      Thread submitter =
          Thread.ofPlatform()
              .unstarted(
                  () -> {
                    executor.execute(() -> soon.complete(contextClassLoader()));
                    executor.schedule(Duration.ZERO, () -> later.complete(contextClassLoader()));
                  });
      submitter.setContextClassLoader(guest);
      submitter.start();

      assertThat(soon.get(60, TimeUnit.SECONDS)).isSameAs(EngineExecutor.class.getClassLoader());
      assertThat(later.get(60, TimeUnit.SECONDS)).isSameAs(EngineExecutor.class.getClassLoader());
    }
  }

  private static ClassLoader contextClassLoader() {
    return Thread.currentThread().getContextClassLoader();
  }
}
