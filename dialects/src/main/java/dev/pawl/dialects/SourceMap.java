package dev.pawl.dialects;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentPosition;
import dev.pawl.model.json.Pointer;
import java.util.Map;
import java.util.Optional;

/** Finds the place in the author's text from which a part of a definition was compiled. */
public final class SourceMap {

  private final Document author;
  private final Map<String, String> pointers;

  /**
   * Creates a source map.
   *
   * @param author the text of the author
   * @param pointers pointers into the author's text by pointers into the definition; parts of a
   *     value that was copied need no entries of their own
   */
  SourceMap(Document author, Map<String, String> pointers) {
    this.author = author;
    this.pointers = Map.copyOf(pointers);
  }

  /** Returns the source map of a definition that is the author's text. */
  static SourceMap identity(Document author) {
    return new SourceMap(author, Map.of("", ""));
  }

  /** Returns the pointer into the author's text for a pointer into the definition. */
  public String pointer(String compiled) {
    String mapped = compiled;
    while (!pointers.containsKey(mapped)) {
      Optional<String> parent = Pointer.parent(mapped);
      if (parent.isEmpty()) {
        return "";
      }
      mapped = parent.get();
    }
    String copied = pointers.get(mapped) + compiled.substring(mapped.length());
    return Pointer.find(author.value(), copied).isPresent() ? copied : pointers.get(mapped);
  }

  /** Returns the position in the author's text for a pointer into the definition. */
  public DocumentPosition position(String compiled) {
    return author.positionOf(pointer(compiled));
  }

  /** Returns a finding about the definition as one about the author's text. */
  public Finding translate(Finding finding) {
    DocumentPosition at = position(finding.location());
    return new Finding(
        finding.code(),
        pointer(finding.location()),
        at.line(),
        at.column(),
        finding.message(),
        finding.advice());
  }
}
