package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.feed.TenantMarks.Marks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Tracks which changes outside of its journal the listeners of a tenant have received. */
final class ChangeTracker {

  private final TenantId tenant;
  private long number;
  private Marks marks;
  private final Map<UUID, TopicChange.JobProgress> running = new HashMap<>();

  /**
   * Creates a tracker for changes from now on.
   *
   * @param number number of the last entry of the audit
   */
  ChangeTracker(TenantId tenant, long number, Marks marks) {
    this.tenant = tenant;
    this.number = number;
    this.marks = marks;
  }

  TenantId tenant() {
    return tenant;
  }

  long number() {
    return number;
  }

  Set<UUID> runningJobs() {
    return Set.copyOf(running.keySet());
  }

  /** Returns what has changed between the last call and what was read now. */
  List<TopicChange> update(
      List<AuditedChange> audited, Marks read, List<TopicChange.JobProgress> jobs, Instant now) {
    List<TopicChange> changes = new ArrayList<>();
    Set<FeedTopic> sent = EnumSet.noneOf(FeedTopic.class);
    for (AuditedChange entry : audited) {
      number = Math.max(number, entry.number());
      entry
          .change()
          .ifPresent(
              change -> {
                changes.add(change);
                sent.add(change.topic());
              });
    }
    changedTopics(read).stream()
        .filter(topic -> !sent.contains(topic))
        .forEach(topic -> changes.add(TopicChange.of(topic, "changed", now)));
    marks = read;
    for (TopicChange.JobProgress job : jobs) {
      if (!job.equals(running.get(job.id()))) {
        changes.add(TopicChange.of(job, now));
      }
      if (job.status().equals("RUNNING")) {
        running.put(job.id(), job);
      } else {
        running.remove(job.id());
      }
    }
    return changes;
  }

  private Set<FeedTopic> changedTopics(Marks read) {
    Set<FeedTopic> topics = EnumSet.noneOf(FeedTopic.class);
    if (!read.triggers().equals(marks.triggers()) || !read.rejected().equals(marks.rejected())) {
      topics.add(FeedTopic.TRIGGERS);
    }
    if (!read.breakers().equals(marks.breakers())) {
      topics.add(FeedTopic.CONNECTIONS);
    }
    if (!read.failures().equals(marks.failures())) {
      topics.add(FeedTopic.FAILURES);
    }
    if (!read.stop().equals(marks.stop()) || !read.limits().equals(marks.limits())) {
      topics.add(FeedTopic.TENANT);
    }
    return topics;
  }
}
