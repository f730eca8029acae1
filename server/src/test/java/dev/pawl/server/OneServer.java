package dev.pawl.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Provides one server to all tests of a run; each test creates its own tenant. */
public final class OneServer implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(OneServer.class);

  /** The running server and its administrator. */
  record Running(Path data, PawlServer server, Api admin, String adminKey)
      implements AutoCloseable {

    static Running start() {
      try {
        Path data = Files.createTempDirectory("pawl-server");
        PawlServer server = PawlServer.start(TestSettings.in(data));
        String key = Files.readString(data.resolve("admin.key"));
        return new Running(data, server, new Api(server.address(), Optional.of(key)), key);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Api with(String key) {
      return new Api(server.address(), Optional.of(key));
    }

    Wire wire() {
      return new Wire(server.address());
    }

    /** Returns the first key of a tenant, which is created if it does not exist. */
    String tenant(String code) throws IOException, InterruptedException {
      return admin.post("/api/tenants", "{\"code\": \"%s\"}".formatted(code)).text("key");
    }

    /** Returns the first key of a new tenant. */
    Api own(String code) throws IOException, InterruptedException {
      return with(tenant(code));
    }

    /** Issues a key with one role in the tenant of another key. */
    String key(String of, String role) throws IOException, InterruptedException {
      return with(of)
          .post("/api/keys", "{\"name\": \"%1$s\", \"roles\": [\"%1$s\"]}".formatted(role))
          .text("key");
    }

    @Override
    public void close() throws IOException {
      server.close();
      try (Stream<Path> files = Files.walk(data)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Running.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Running.class, type -> Running.start(), Running.class);
  }
}
