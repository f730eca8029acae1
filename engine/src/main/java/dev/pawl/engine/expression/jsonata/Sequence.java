package dev.pawl.engine.expression.jsonata;

import dev.pawl.sdk.JsonNumber;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * An array created by the expression.
 *
 * <p>The result of a path is <em>fluid</em>: with one value it becomes that value, without any it
 * becomes undefined, and inside another path it is flattened. An array written with brackets is not
 * fluid.
 */
final class Sequence {

  private final List<Object> items;
  private final boolean fluid;
  private final boolean keepSingleton;
  private final boolean whole;
  private final boolean wrapper;

  private Sequence(
      List<Object> items, boolean fluid, boolean keepSingleton, boolean whole, boolean wrapper) {
    this.items = items;
    this.fluid = fluid;
    this.keepSingleton = keepSingleton;
    this.whole = whole;
    this.wrapper = wrapper;
  }

  /** Returns the result of a path, or of a function that maps or filters. */
  static Sequence fluid(List<Object> items) {
    return new Sequence(items, true, false, false, false);
  }

  static Sequence fluid(Object item) {
    List<Object> items = new ArrayList<>(1);
    items.add(item);
    return fluid(items);
  }

  /** Returns an ordinary array. */
  static Sequence array(List<Object> items) {
    return new Sequence(items, false, false, false, false);
  }

  /** Returns an array that a path must not flatten. */
  static Sequence whole(List<Object> items) {
    return new Sequence(items, false, false, true, false);
  }

  /** Returns a sequence that makes an array, as the whole input, a single context value. */
  static Sequence wrapper(Object array) {
    return new Sequence(Collections.singletonList(array), true, false, false, true);
  }

  /** Returns consecutive whole numbers, computed on access. */
  static Sequence range(long first, int size) {
    return fluid(
        new AbstractList<>() {
          @Override
          public Object get(int index) {
            return JsonNumber.of(first + Objects.checkIndex(index, size));
          }

          @Override
          public int size() {
            return size;
          }
        });
  }

  Sequence keepingSingleton() {
    return keepSingleton ? this : new Sequence(items, fluid, true, whole, wrapper);
  }

  /** Returns the items as an ordinary array. */
  Sequence settled() {
    return fluid || whole ? array(items) : this;
  }

  List<Object> items() {
    return items;
  }

  int size() {
    return items.size();
  }

  boolean isFluid() {
    return fluid;
  }

  boolean isWhole() {
    return whole;
  }

  boolean isWrapper() {
    return wrapper;
  }

  /** Returns the value of the sequence after the expression that created it is evaluated. */
  Object normalised() {
    if (!fluid) {
      return this;
    }
    return switch (items.size()) {
      case 0 -> Undefined.UNDEFINED;
      case 1 -> keepSingleton ? this : items.get(0);
      default -> this;
    };
  }
}
