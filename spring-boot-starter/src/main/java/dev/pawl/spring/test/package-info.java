/** Tests of applications with an engine in memory and time that the test advances. */
@NullMarked
package dev.pawl.spring.test;

import org.jspecify.annotations.NullMarked;
