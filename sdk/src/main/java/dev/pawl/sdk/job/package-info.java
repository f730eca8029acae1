/**
 * Handlers and engine under the names of job-based workflow systems: {@link
 * dev.pawl.sdk.job.JobHandler}, {@link dev.pawl.sdk.job.JobContext}, {@link
 * dev.pawl.sdk.job.WorkflowEngine}.
 */
@NullMarked
package dev.pawl.sdk.job;

import org.jspecify.annotations.NullMarked;
