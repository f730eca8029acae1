package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ErrandsTest {

  @Test
  void shouldKeepNothingOfWhoeverAsksFirst() throws Exception {
    CompletableFuture<ClassLoader> soon = new CompletableFuture<>();
    CompletableFuture<ClassLoader> later = new CompletableFuture<>();
    try (Errands errands = new Errands(RuntimeClock.SYSTEM);
        URLClassLoader guest = new URLClassLoader(new URL[0])) {
      Thread asking =
          Thread.ofPlatform()
              .unstarted(
                  () -> {
                    errands.soon(() -> soon.complete(mine()));
                    errands.in(Duration.ZERO, () -> later.complete(mine()));
                  });
      asking.setContextClassLoader(guest);
      asking.start();

      assertThat(soon.get(60, TimeUnit.SECONDS)).isSameAs(Errands.class.getClassLoader());
      assertThat(later.get(60, TimeUnit.SECONDS)).isSameAs(Errands.class.getClassLoader());
    }
  }

  private static ClassLoader mine() {
    return Thread.currentThread().getContextClassLoader();
  }
}
