/**
 * The serialized form of facts in journals and golden files. Every release must read the facts of
 * all earlier ones, so names are never reused and members are never dropped.
 *
 * <p>A recorded fact is {@code {"seq": 1, "at": "2026-01-31T09:30:00Z", "fact": {...}}}. A fact is
 * an object whose {@code type} determines its other members; those in brackets are optional:
 *
 * <pre>
 * started        semantics flow name input [context] [continued] [reason]
 * taskSucceeded  step attempt output startedAt took [effects]
 * taskFailed     step attempt failure startedAt took [stackTrace] [worker] [effects]
 * itemsRead      step attempt offset items complete
 * childEnded     step index, and either output or failure
 * timerFired     step attempt
 * eventArrived   name payload
 * humanActed     step by action, and by action:
 *                  completed  outcome data [reason]
 *                  failed     failure
 *                  skipped    reason
 *                  sentBack   to reason
 * cancelled      reason compensate
 * paused         reason [by] [withAll]
 * resumed        [reason]
 * skipped        step output [reason]
 * rewound        frame to compensate [reason]
 * </pre>
 *
 * <p>{@code step} is a text like {@code /Fan#3/1@2} (frame and visit), {@code frame} is the part
 * before {@code @}. {@code failure} has the optional members {@code error} and {@code cause};
 * {@code to} has {@code visit}, {@code state}, {@code input} and, if there are any, {@code
 * variables}; {@code continued} has {@code chance} (the id of an execution) and {@code at}; each of
 * the {@code effects} has {@code kind}, {@code target}, {@code key}, {@code at} and {@code
 * summary}. Times are ISO-8601 in UTC, {@code took} is in seconds. An empty {@code context} is
 * omitted. Data that follows from earlier facts is never written.
 *
 * <p>A database stores the bytes of {@link dev.pawl.engine.journal.FactBytes}: this JSON, or a
 * shorter form for the most frequent facts, compressed if that makes it shorter.
 */
@NullMarked
package dev.pawl.engine.journal;

import org.jspecify.annotations.NullMarked;
