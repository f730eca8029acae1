package dev.pawl.spring.autoconfigure;

import dev.pawl.Pawl;
import dev.pawl.dialects.CompiledDialect;
import dev.pawl.dialects.Dialects;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.config.DeclaredBindings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.ResourcePatternResolver;
import org.springframework.core.io.support.ResourcePatternUtils;

/**
 * The definitions that an application carries along. The code of a flow is the name of its file
 * without {@code .json}, {@code .yaml} or {@code .yml}, and without {@code .asl} before that; a
 * text in another dialect may have an {@code id} instead.
 */
public final class ClassPathFlows {

  private static final Pattern EXTENSION = Pattern.compile("(\\.asl)?\\.[^.]+$");

  private final List<String> patterns;
  private final ResourcePatternResolver resources;

  ClassPathFlows(List<String> patterns, ResourceLoader resources) {
    this.patterns = patterns;
    this.resources = ResourcePatternUtils.getResourcePatternResolver(resources);
  }

  /**
   * Deploys all definitions; one that is the newest version already has no effect.
   *
   * @throws IllegalStateException if one has errors or two have the same code
   */
  public void deployTo(Pawl pawl) {
    files()
        .forEach(
            (code, file) -> {
              try {
                pawl.deploy(code, file.text);
              } catch (IllegalArgumentException e) {
                throw new IllegalStateException(
                    "%s cannot be deployed: %s".formatted(file.description, e.getMessage()), e);
              }
            });
  }

  /** Returns the bindings that the definitions declare, by flow; an empty list for most flows. */
  Map<String, List<BindingRule>> bindings() {
    Map<String, List<BindingRule>> bindings = new TreeMap<>();
    files()
        .forEach(
            (code, file) ->
                bindings.put(code, DeclaredBindings.rules(code, file.compiled.bindings())));
    return bindings;
  }

  /** A file with its content. */
  private record FlowFile(String description, String text, CompiledDialect compiled) {}

  private Map<String, FlowFile> files() {
    Map<String, FlowFile> files = new TreeMap<>();
    for (String pattern : patterns) {
      for (Resource resource : matching(pattern)) {
        FlowFile file = read(resource);
        String name = String.valueOf(resource.getFilename());
        String code =
            file.compiled.code().orElseGet(() -> EXTENSION.matcher(name).replaceFirst(""));
        FlowFile other = files.put(code, file);
        if (other != null) {
          throw new IllegalStateException(
              "flow %s is defined by both %s and %s; rename one of the files"
                  .formatted(code, other.description, file.description));
        }
      }
    }
    return files;
  }

  private static FlowFile read(Resource file) {
    try {
      String text = file.getContentAsString(StandardCharsets.UTF_8);
      return new FlowFile(file.getDescription(), text, Dialects.compile(text));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Resource[] matching(String pattern) {
    try {
      return resources.getResources(pattern);
    } catch (IOException e) {
      throw new UncheckedIOException("pawl.flows: %s cannot be read".formatted(pattern), e);
    }
  }
}
