/** What the language and the interpreter promise, one class per topic. */
@NullMarked
package dev.pawl.testkit.behaviour;

import org.jspecify.annotations.NullMarked;
