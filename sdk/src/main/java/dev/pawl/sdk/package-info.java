/**
 * The API for authors of handlers: JSON values, and the {@link dev.pawl.sdk.Handler} interface. It
 * uses no third-party type.
 */
@NullMarked
package dev.pawl.sdk;

import org.jspecify.annotations.NullMarked;
