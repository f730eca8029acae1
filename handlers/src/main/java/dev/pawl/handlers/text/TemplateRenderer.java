package dev.pawl.handlers.text;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.Map;

/**
 * Renders Mustache templates with JSON data.
 *
 * <p>A variable that the data does not contain is an error; a section of such a variable is left
 * out. Values are inserted as they are and never read as templates. Templates reach the members of
 * JSON values only, never methods of Java objects, and there are no partials.
 */
public final class TemplateRenderer {

  /** The error name of all failures. */
  public static final String TEMPLATE_ERROR = "TemplateError";

  /** The maximum length of a template, in characters. */
  public static final int MAX_TEMPLATE_CHARACTERS = 256 * 1024;

  /** The maximum length of a rendered text, in characters. */
  public static final int MAX_RENDERED_CHARACTERS = 1024 * 1024;

  /** The maximum number of elements that all sections of a template visit together. */
  public static final int MAX_VISITED_ELEMENTS = 100_000;

  private TemplateRenderer() {}

  /**
   * Renders plain text, in which values are not escaped.
   *
   * @param name name of the template for messages, such as {@code welcome.subject}
   * @throws HandlerException {@code TemplateError} if the template is invalid, names an unknown
   *     variable or exceeds a limit
   */
  public static String plain(String name, String template, Json data) throws HandlerException {
    return render(name, template, data, false);
  }

  /** Renders HTML, in which values are escaped; fails like {@link #plain}. */
  public static String html(String name, String template, Json data) throws HandlerException {
    return render(name, template, data, true);
  }

  private static String render(String name, String template, Json data, boolean escaped)
      throws HandlerException {
    if (template.length() > MAX_TEMPLATE_CHARACTERS) {
      throw error(
          name,
          "has %d characters; at most %d are allowed"
              .formatted(template.length(), MAX_TEMPLATE_CHARACTERS));
    }
    Object context = data.toJava();
    BoundedWriter out = new BoundedWriter(MAX_RENDERED_CHARACTERS);
    try {
      Template compiled =
          Mustache.compiler()
              .escapeHTML(escaped)
              .nullValue("")
              .withCollector(new JsonCollector(MAX_VISITED_ELEMENTS))
              .withFormatter(value -> Json.ofJava(value).asText())
              .compile(template);
      compiled.execute(context == null ? Map.of() : context, out);
      return out.toString();
    } catch (MustacheException.Context e) {
      throw error(
          name,
          "unknown variable '%s' in line %d; add it to data or correct its name"
              .formatted(e.key, e.lineNo));
    } catch (MustacheException e) {
      throw error(name, String.valueOf(e.getMessage()));
    } catch (UnsupportedOperationException e) {
      throw error(name, "partials ({{> name}}) are not supported; copy the text into the template");
    } catch (TemplateLimitException e) {
      throw error(name, e.description());
    } catch (StackOverflowError e) {
      throw error(name, "sections are nested too deeply; use fewer levels");
    }
  }

  private static HandlerException error(String name, String problem) {
    return new HandlerException(TEMPLATE_ERROR, "template %s: %s".formatted(name, problem));
  }
}
