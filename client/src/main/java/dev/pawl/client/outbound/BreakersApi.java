package dev.pawl.client.outbound;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import java.util.stream.Stream;

/** The circuit breakers of the caller's tenant. */
public final class BreakersApi {

  private static final String ROOT = "/api/breakers";

  private final ApiConnection connection;

  public BreakersApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the breakers that are not closed. */
  @Operation("GET /api/breakers")
  public Stream<BreakerInfo> list() {
    return connection.list(ROOT).map(BreakerInfo::new);
  }

  /** Begins the release of the calls that an open breaker holds. */
  @Operation("POST /api/breakers/{downstream}/close")
  public BreakerInfo close(String downstream) {
    return new BreakerInfo(
        connection.write("POST", ApiPath.of(ROOT).segment(downstream).add("close").toString()));
  }
}
