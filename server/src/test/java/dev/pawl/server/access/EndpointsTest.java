package dev.pawl.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;

class EndpointsTest {

  static final class Declared {

    @GetMapping("/things/{id}")
    @RequiresPermission(value = Permission.READ, summary = "Returns a thing.")
    void get() {}

    @PostMapping("/open")
    @OpenAccess
    void open() {}

    void notMapped() {}
  }

  static final class Undeclared {

    @GetMapping("/things")
    void list() {}
  }

  static final class Contradictory {

    @GetMapping("/things")
    @RequiresPermission(value = Permission.READ, summary = "Lists things.")
    @OpenAccess
    void list() {}
  }

  @Test
  void shouldCollectTheDeclarationsOfMappedMethods() {
    Endpoints endpoints = Endpoints.of(Stream.of(Declared.class));

    assertThat(endpoints.all()).containsExactly("GET /things/{id}", "POST /open");
    assertThat(endpoints.names()).containsExactly("GET /things/{id}");
    assertThat(endpoints.openPaths()).containsExactly("/open");
    assertThat(endpoints.permission("GET /things/{id}")).contains(Permission.READ);
    assertThat(endpoints.summary("GET /things/{id}")).contains("Returns a thing.");
    assertThat(endpoints.summary("POST /open")).isEqualTo(Optional.empty());
  }

  @Test
  void shouldRejectAMappedMethodWithoutDeclaredAccess() {
    assertThatThrownBy(() -> Endpoints.of(Stream.of(Declared.class, Undeclared.class)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("list()")
        .hasMessageContaining("@RequiresPermission");
    assertThatThrownBy(() -> Endpoints.of(Stream.of(Contradictory.class)))
        .isInstanceOf(IllegalStateException.class);
  }
}
