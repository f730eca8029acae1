/** Measures a server over HTTP: starts, remote work, reads, and clients that read slowly. */
@NullMarked
package dev.pawl.bench.http;

import org.jspecify.annotations.NullMarked;
