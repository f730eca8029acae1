package dev.pawl.client.operate;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import java.util.stream.Stream;

/** Reads and cancels jobs. */
public final class JobsApi {

  private static final String ROOT = "/api/jobs";

  private final ApiConnection connection;

  public JobsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns all jobs of the tenant, newest first. */
  @Operation("GET /api/jobs")
  public Stream<Job> list() {
    return connection.list(ROOT).map(Job::new);
  }

  /** Returns the jobs of one status, newest first. */
  public Stream<Job> list(Job.Status status) {
    return connection
        .list(ApiPath.of(ROOT).query("status", status.name()).toString())
        .map(Job::new);
  }

  @Operation("GET /api/jobs/{id}")
  public Job get(String id) {
    return new Job(connection.get(path(id).toString()));
  }

  /** Cancels a job; what it has done stays done. */
  @Operation("POST /api/jobs/{id}/cancel")
  public Job cancel(String id) {
    return new Job(connection.write("POST", path(id).add("cancel").toString()));
  }

  private static ApiPath path(String id) {
    return ApiPath.of(ROOT).segment(id);
  }
}
