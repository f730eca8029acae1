/**
 * The auto-configuration: the {@link dev.pawl.Pawl} of the application on its data source, with the
 * handlers that are beans, the flows of the class path, health and metrics.
 */
@NullMarked
package dev.pawl.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
