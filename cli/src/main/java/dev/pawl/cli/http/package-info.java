/** The way to a server: which one, with which key, and what it answers. */
@NullMarked
package dev.pawl.cli.http;

import org.jspecify.annotations.NullMarked;
