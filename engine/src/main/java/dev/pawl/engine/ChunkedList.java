package dev.pawl.engine;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * An immutable list. Changing one of n elements copies a chunk and the list of chunks, so that an
 * execution with many children costs about the same for each.
 */
final class ChunkedList<T> extends AbstractList<T> implements RandomAccess {

  private static final int CHUNK = 64;

  private final Object[][] chunks;
  private final int size;

  private ChunkedList(Object[][] chunks, int size) {
    this.chunks = chunks;
    this.size = size;
  }

  static <T> ChunkedList<T> empty() {
    return new ChunkedList<>(new Object[0][], 0);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  @SuppressWarnings("unchecked") // only values of type T are ever put in
  public T get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return (T) chunks[index / CHUNK][index % CHUNK];
  }

  ChunkedList<T> with(int index, T element) {
    Object[][] changed = chunks.clone();
    Object[] chunk = changed[index / CHUNK].clone();
    chunk[index % CHUNK] = element;
    changed[index / CHUNK] = chunk;
    return new ChunkedList<>(changed, size);
  }

  /** A longer list, whose new elements are all the given one. */
  ChunkedList<T> plus(T element, int times) {
    int length = size + times;
    Object[][] grown = new Object[(length + CHUNK - 1) / CHUNK][];
    System.arraycopy(chunks, 0, grown, 0, chunks.length);
    for (int i = size; i < length; ) {
      Object[] chunk = grown[i / CHUNK] == null ? new Object[CHUNK] : grown[i / CHUNK].clone();
      grown[i / CHUNK] = chunk;
      do {
        chunk[i % CHUNK] = element;
      } while (++i < length && i % CHUNK != 0);
    }
    return new ChunkedList<>(grown, length);
  }
}
