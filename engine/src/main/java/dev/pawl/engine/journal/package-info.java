/**
 * The written form of facts, as journals and golden files keep them. What was written once must be
 * readable for ever, so names here are never reused and members are never dropped.
 *
 * <p>A fact in its place is {@code {"seq": 1, "at": "2026-01-31T09:30:00Z", "fact": {...}}}. A fact
 * is an object whose {@code type} says which other members it has:
 *
 * <pre>
 * started        semantics flow name input [context] [continued] [reason]
 * taskSucceeded  step attempt output startedAt took
 * taskFailed     step attempt failure startedAt took [stackTrace] [worker]
 * itemsRead      step attempt offset items complete
 * childEnded     step index, and either output or failure
 * timerFired     step attempt
 * eventArrived   name payload
 * humanActed     step by action, and by action:
 *                  completed  outcome data
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
 * <p>{@code step} is text like {@code /Fan#3/1@2} (frame, visit), {@code frame} is its first half;
 * {@code failure} has {@code error} and {@code cause}, both optional; {@code to} has {@code visit},
 * {@code state}, {@code input} and, unless there are none, {@code variables}. Times are ISO-8601 in
 * UTC, {@code took} is in seconds. {@code continued} has {@code chance} (the id of an execution)
 * and {@code at}. {@code context} is left out where it is empty. Nothing that follows from earlier
 * facts is written.
 *
 * <p>A database keeps the bytes that {@link dev.pawl.engine.journal.FactBytes} makes of a fact: the
 * JSON above, or a shorter form for what nearly all rows hold, compressed where that pays.
 */
@NullMarked
package dev.pawl.engine.journal;

import org.jspecify.annotations.NullMarked;
