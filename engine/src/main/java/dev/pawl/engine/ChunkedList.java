package dev.pawl.engine;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list, stored as a tree of small chunks. Changing an element copies only the chunks
 * from the root to it, so that the cost per change hardly depends on the size.
 */
public final class ChunkedList<T> extends AbstractList<T> implements RandomAccess {

  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;

  private final @Nullable Object[] root;
  private final int shift;
  private final int size;

  /**
   * Creates a list from its tree.
   *
   * @param shift number of bits to shift an index by to get its position in the root; 0 if the root
   *     is a leaf
   */
  private ChunkedList(@Nullable Object[] root, int shift, int size) {
    this.root = root;
    this.shift = shift;
    this.size = size;
  }

  static <T> ChunkedList<T> empty() {
    return new ChunkedList<>(new Object[WIDTH], 0, 0);
  }

  /** Returns a list of the elements. */
  public static <T> ChunkedList<T> copyOf(List<? extends T> elements) {
    int shift = 0;
    while (elements.size() > 1L << (shift + BITS)) {
      shift += BITS;
    }
    return new ChunkedList<>(
        filled(elements.iterator(), shift, elements.size()), shift, elements.size());
  }

  private static @Nullable Object[] filled(Iterator<?> elements, int level, int count) {
    @Nullable Object[] chunk = new Object[WIDTH];
    int left = count;
    for (int place = 0; left > 0; place++) {
      int inside = Math.min(left, 1 << level);
      chunk[place] = level == 0 ? elements.next() : filled(elements, level - BITS, inside);
      left -= inside;
    }
    return chunk;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // every position below size holds a T
  public T get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    Object[] chunk = root;
    for (int level = shift; level > 0; level -= BITS) {
      chunk = (Object[]) chunk[(index >>> level) & MASK];
    }
    return (T) chunk[index & MASK];
  }

  ChunkedList<T> with(int index, T element) {
    return new ChunkedList<>(changed(root, shift, index, element), shift, size);
  }

  /** Returns a list with the element appended several times. */
  ChunkedList<T> plus(T element, int times) {
    ChunkedList<T> longer = this;
    for (int i = 0; i < times; i++) {
      longer = longer.plus(element);
    }
    return longer;
  }

  private ChunkedList<T> plus(T element) {
    if (size < 1 << (shift + BITS)) {
      return new ChunkedList<>(changed(root, shift, size, element), shift, size + 1);
    }
    @Nullable Object[] above = new Object[WIDTH];
    above[0] = root;
    int higher = shift + BITS;
    return new ChunkedList<>(changed(above, higher, size, element), higher, size + 1);
  }

  private static @Nullable Object[] changed(
      @Nullable Object @Nullable [] chunk, int level, int index, Object element) {
    @Nullable Object[] copy = chunk == null ? new Object[WIDTH] : chunk.clone();
    int place = (index >>> level) & MASK;
    copy[place] =
        level == 0
            ? element
            : changed((@Nullable Object[]) copy[place], level - BITS, index, element);
    return copy;
  }
}
