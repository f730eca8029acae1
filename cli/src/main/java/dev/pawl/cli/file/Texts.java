package dev.pawl.cli.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads text from files and from standard input. */
public final class Texts {

  /** The name that stands for standard input. */
  public static final String STANDARD_INPUT = "-";

  private static final int MAX_BYTES = 64 * 1024 * 1024;

  private Texts() {}

  /**
   * Returns the text of a file.
   *
   * @param name a file name, or {@code -} for standard input
   * @throws UsageException if the file cannot be read or is not UTF-8
   */
  public static String read(String name) {
    if (name.equals(STANDARD_INPUT)) {
      return read(System.in, "standard input");
    }
    Path path = path(name);
    if (Files.isDirectory(path)) {
      throw new UsageException("'" + name + "' is a directory, not a file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      return read(in, "'" + name + "'");
    } catch (NoSuchFileException e) {
      throw new UsageException("there is no file '" + name + "'");
    } catch (AccessDeniedException e) {
      throw new UsageException("'" + name + "' may not be read");
    } catch (IOException e) {
      throw new UsageException("'" + name + "' cannot be read: " + e.getMessage());
    }
  }

  /**
   * Returns the path of a file.
   *
   * @throws UsageException if the name is not a valid path
   */
  public static Path path(String name) {
    if (name.isEmpty()) {
      throw new UsageException("the name of a file is empty");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UsageException("'" + name + "' is not the name of a file");
    }
  }

  private static String read(InputStream in, String what) {
    try {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new UsageException(what + " is longer than 64 MB");
      }
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new UsageException(what + " is not UTF-8 text");
    } catch (IOException e) {
      throw new UsageException(what + " cannot be read: " + e.getMessage());
    }
  }
}
