/** Programs that the README files quote. */
@NullMarked
package dev.pawl.server.example;

import org.jspecify.annotations.NullMarked;
