/** The configuration of triggers: its tables, its epoch, and its copy in memory. */
@NullMarked
package dev.pawl.triggers.config;

import org.jspecify.annotations.NullMarked;
