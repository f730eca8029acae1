/**
 * Executes Tasks in a program of your own, over HTTP: {@link dev.pawl.client.worker.Worker} polls
 * for tasks, keeps their leases, and delivers their outcomes. {@link
 * dev.pawl.client.worker.TasksApi} offers the single calls.
 */
@NullMarked
package dev.pawl.client.worker;

import org.jspecify.annotations.NullMarked;
