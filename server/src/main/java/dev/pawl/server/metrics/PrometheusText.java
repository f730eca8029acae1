package dev.pawl.server.metrics;

/** Figures as lines of text. */
final class PrometheusText {

  private final StringBuilder text = new StringBuilder();

  PrometheusText counter(String name, String help) {
    return begin(name, help, "counter");
  }

  PrometheusText gauge(String name, String help) {
    return begin(name, help, "gauge");
  }

  private PrometheusText begin(String name, String help, String type) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    return this;
  }

  PrometheusText line(String name, String labels, Number value) {
    text.append(name).append(labels).append(' ').append(value).append('\n');
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
