package dev.pawl.server.feed;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event of the feed that says that something other than an execution has changed. A listener
 * reads again what it shows of it; it may get the same change twice.
 *
 * @param kind what happened, such as published
 * @param id what has changed, as the request named it; for failed executions the flow; absent if it
 *     is not one thing, and for connections
 * @param by name of the key or person; absent if it is unknown, and for connections and the tenant
 * @param count the number of failures; absent for other topics
 * @param job the state of a job; absent for other topics
 */
record TopicChange(
    FeedTopic topic,
    String kind,
    @Nullable String id,
    @Nullable String by,
    Instant at,
    @Nullable Integer count,
    @Nullable JobProgress job) {

  /** The progress of a job. */
  record JobProgress(
      UUID id, String action, String status, int done, int refused, @Nullable Integer total) {}

  static TopicChange of(FeedTopic topic, String kind, Instant at) {
    return new TopicChange(topic, kind, null, null, at, null, null);
  }

  static TopicChange of(JobProgress job, Instant at) {
    String kind = job.status().equals("RUNNING") ? "progress" : "ended";
    return new TopicChange(FeedTopic.JOBS, kind, job.id().toString(), null, at, null, job);
  }

  static TopicChange failures(String flow, int count, Instant at) {
    return new TopicChange(FeedTopic.FAILURES, "failed", flow, null, at, count, null);
  }
}
