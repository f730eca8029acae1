/**
 * Pawl as a library: {@link dev.pawl.Pawl} runs durable workflows inside any Java program.
 *
 * <p>These types and those of {@link dev.pawl.sdk} are the public API of the library; all other
 * packages are internal and may change in any release.
 */
@org.jspecify.annotations.NullMarked
package dev.pawl;
