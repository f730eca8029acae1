/** The API of Pawl in Spring Boot applications: annotations for handlers and hooks. */
@NullMarked
package dev.pawl.spring;

import org.jspecify.annotations.NullMarked;
