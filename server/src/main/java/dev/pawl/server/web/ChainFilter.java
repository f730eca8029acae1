package dev.pawl.server.web;

import jakarta.servlet.Filter;

/**
 * A filter and its position in the filter chain. Beans of this type form the chain, whichever
 * packages they come from.
 */
public record ChainFilter(FilterOrder order, Filter filter) implements Comparable<ChainFilter> {

  @Override
  public int compareTo(ChainFilter other) {
    return order.compareTo(other.order);
  }
}
