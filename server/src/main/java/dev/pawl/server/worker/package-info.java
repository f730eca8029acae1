/** Work done outside: programs poll for what Tasks ask for, and hand in what came of it. */
@NullMarked
package dev.pawl.server.worker;

import org.jspecify.annotations.NullMarked;
