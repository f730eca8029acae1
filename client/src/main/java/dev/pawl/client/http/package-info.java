/**
 * Requests to a server and their responses: {@link dev.pawl.client.http.ApiConnection} sends them,
 * repeats what is safe to repeat, and turns refusals into {@link
 * dev.pawl.client.http.PawlApiException}. Most programs use {@code PawlClient} instead.
 */
@NullMarked
package dev.pawl.client.http;

import org.jspecify.annotations.NullMarked;
