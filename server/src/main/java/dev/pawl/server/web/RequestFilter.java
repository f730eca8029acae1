package dev.pawl.server.web;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A filter that meets each request once, because nothing here sends one round again. Spring's own
 * kind looks that up in the request, and keeps it there, for every filter and every request.
 */
public abstract class RequestFilter implements Filter {

  @Override
  public final void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    filter((HttpServletRequest) request, (HttpServletResponse) response, chain);
  }

  protected abstract void filter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException;
}
