/**
 * Does the work of Tasks in a program of one's own, over HTTP: {@link dev.pawl.worker.Worker} asks
 * for tasks, keeps them while they are worked on, and delivers what came of them.
 */
@NullMarked
package dev.pawl.worker;

import org.jspecify.annotations.NullMarked;
