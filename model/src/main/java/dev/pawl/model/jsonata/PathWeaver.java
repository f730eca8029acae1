package dev.pawl.model.jsonata;

import dev.pawl.model.jsonata.NodeBuilder.NodeKind;
import dev.pawl.model.jsonata.NodeBuilder.Slot;
import dev.pawl.model.jsonata.NodeBuilder.Stage;
import java.util.ArrayList;
import java.util.List;

/** Joins steps into paths and finds the step whose context each {@code %} refers to. */
final class PathWeaver {

  private static final int MAX_STEPS = 1000;

  private PathWeaver() {}

  /** Builds {@code left.right}. */
  static NodeBuilder join(NodeBuilder left, NodeBuilder right, int position) {
    NodeBuilder path = asPath(left, position);
    path.keepSingleton |= left.lastStep().keepArray;
    if (left.kind == NodeKind.PARENT) {
      path.seeking.addAll(left.unresolved());
    }
    path.adopt(right);
    int checked = path == left ? path.children.size() : 0;
    if (right.kind == NodeKind.PATH) {
      path.children.addAll(right.children);
    } else {
      predicatesToStages(right);
      path.children.add(right);
    }
    if (path.children.size() > MAX_STEPS) {
      throw new JsonataSyntaxException(
          "S0501", position, "a path of more than " + MAX_STEPS + " steps is too long");
    }
    for (NodeBuilder step : path.children.subList(checked, path.children.size())) {
      if (step.kind == NodeKind.LITERAL) {
        throw new JsonataSyntaxException(
            "S0213", step.position, "the literal " + step.text + " cannot be a step of a path");
      }
      if (step.kind == NodeKind.STRING) {
        step.kind = NodeKind.NAME;
      }
      path.keepSingleton |= step.keepArray;
    }
    markArrayConstructor(path.children.getFirst());
    markArrayConstructor(path.children.getLast());
    resolveParents(path);
    return path;
  }

  /** Builds {@code base[predicate]}. */
  static NodeBuilder filter(NodeBuilder base, NodeBuilder predicate, int position) {
    NodeBuilder step = base.lastStep();
    if (step.group != null || base.group != null) {
      throw new JsonataSyntaxException(
          "S0209", position, "a predicate cannot follow a grouping expression");
    }
    base.adopt(predicate);
    if (!predicate.seeking.isEmpty()) {
      for (Slot slot : predicate.seeking) {
        if (slot.level == 1) {
          seek(step, slot);
        } else {
          slot.level--;
        }
      }
      step.seeking.addAll(predicate.unresolved());
    }
    (base.kind == NodeKind.PATH ? step.stages : step.predicates).add(new Stage(predicate, ""));
    return base;
  }

  /** Builds {@code base@$variable}. */
  static NodeBuilder focus(NodeBuilder base, String variable, int position) {
    NodeBuilder step = base.lastStep();
    if (!step.stages.isEmpty() || !step.predicates.isEmpty()) {
      throw new JsonataSyntaxException(
          "S0215", position, "'@' must come before the predicates of a step");
    }
    if (step.kind == NodeKind.SORT) {
      throw new JsonataSyntaxException("S0216", position, "'@' must come before '^'");
    }
    step.focus = variable;
    step.tuple = true;
    return base;
  }

  /** Builds {@code base#$variable}. */
  static NodeBuilder index(NodeBuilder base, String variable, int position) {
    NodeBuilder step = base.lastStep();
    NodeBuilder path = asPath(base, position);
    if (path != base) {
      predicatesToStages(step);
    }
    if (step.stages.isEmpty()) {
      step.index = variable;
    } else {
      step.stages.add(new Stage(null, variable));
    }
    step.tuple = true;
    return path;
  }

  /** Builds {@code base^(...)}. */
  static NodeBuilder sort(NodeBuilder base, NodeBuilder sort) {
    NodeBuilder path = asPath(base, sort.position);
    path.adopt(sort);
    path.children.add(sort);
    resolveParents(path);
    return path;
  }

  static NodeBuilder asPath(NodeBuilder draft, int position) {
    if (draft.kind == NodeKind.PATH) {
      return draft;
    }
    NodeBuilder path = new NodeBuilder(NodeKind.PATH, "", position);
    path.adopt(draft);
    path.children.add(draft);
    return path;
  }

  private static void predicatesToStages(NodeBuilder step) {
    step.stages.addAll(step.predicates);
    step.predicates.clear();
  }

  private static void markArrayConstructor(NodeBuilder step) {
    step.whole |= step.kind == NodeKind.ARRAY;
  }

  private static void resolveParents(NodeBuilder path) {
    List<NodeBuilder> steps = path.children;
    for (Slot slot : new ArrayList<>(steps.getLast().unresolved())) {
      int index = steps.size() - 2;
      while (slot.level > 0) {
        if (index < 0) {
          path.seeking.add(slot);
          break;
        }
        NodeBuilder step = steps.get(index--);
        // Steps that bind their focus keep the context, so consecutive ones count as one level.
        while (index >= 0 && step.focus != null && steps.get(index).focus != null) {
          step = steps.get(index--);
        }
        seek(step, slot);
      }
    }
  }

  private static void seek(NodeBuilder node, Slot slot) {
    switch (node.kind) {
      case NAME, WILDCARD -> {
        slot.level--;
        if (slot.level == 0) {
          if (node.ancestor != null) {
            slot.label = node.ancestor.label;
          }
          node.ancestor = slot;
          node.tuple = true;
        }
      }
      case PARENT -> slot.level++;
      case BLOCK -> {
        if (!node.children.isEmpty()) {
          node.tuple = true;
          seek(node.children.getLast(), slot);
        }
      }
      case PATH -> {
        node.tuple = true;
        int index = node.children.size() - 1;
        seek(node.children.get(index--), slot);
        while (slot.level > 0 && index >= 0) {
          seek(node.children.get(index--), slot);
        }
      }
      default ->
          throw new JsonataSyntaxException(
              "S0217", node.position, "the object that '%' stands for cannot be derived here");
    }
  }
}
