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

/** One server for all tests of a run that ask for it; each makes the tenant that it works in. */
public final class OneServer implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(OneServer.class);

  /** The server, and its administrator. */
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

    /** The first key of a tenant of that name, which is made if it is new. */
    String tenant(String code) throws IOException, InterruptedException {
      return admin.post("/api/tenants", "{\"code\": \"%s\"}".formatted(code)).text("key");
    }

    /** The first key of a new tenant, at work. */
    Api own(String code) throws IOException, InterruptedException {
      return with(tenant(code));
    }

    /** A key of the tenant of another, with one role. */
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
