/** A box to place; sizes are given. */
export interface Box {
  id: string;
  width: number;
  height: number;
}

export interface Link {
  from: string;
  to: string;
  /** The least distance between its boxes, for its label, if they are in neighbouring layers. */
  room?: number;
}

export interface Placed extends Box {
  x: number;
  y: number;
}

export interface Layout {
  boxes: Map<string, Placed>;
  width: number;
  height: number;
}

export interface LayoutOptions {
  direction: 'down' | 'right';
  layerGap: number;
  boxGap: number;
}

/**
 * Places boxes in layers: each link goes to a later layer, loops aside. Layers follow from the
 * longest path, the order within a layer from the mean of the neighbours. The boxes of the main
 * way, which is the first link of each box, stay on one line.
 */
export function layeredLayout(
  boxes: readonly Box[],
  links: readonly Link[],
  start: string | null,
  options: LayoutOptions,
): Layout {
  const order = orderFrom(boxes, links, start);
  const rank = new Map(order.map((id, i) => [id, i]));
  const forward = links.filter((link) => (rank.get(link.from) ?? 0) < (rank.get(link.to) ?? 0));
  const layer = new Map<string, number>();
  const incoming = linksTo(forward);
  for (const id of order) {
    let first = 0;
    for (const link of incoming.get(id) ?? [])
      first = Math.max(first, (layer.get(link.from) ?? 0) + 1);
    layer.set(id, first);
  }
  const layers: Box[][] = [];
  const byId = new Map(boxes.map((box) => [box.id, box]));
  for (const id of order) {
    const box = byId.get(id);
    if (!box) continue;
    const index = layer.get(id) ?? 0;
    (layers[index] ??= []).push(box);
  }
  const chains = insertWaypoints(layers, forward, layer);
  const layout = place(layers.filter(Boolean), chains, order[0], options);
  for (const id of layout.boxes.keys()) if (!byId.has(id)) layout.boxes.delete(id);
  return layout;
}

const WAYPOINT = { width: 24, height: 24 };

/** Returns the links by the box to which they lead. */
function linksTo(links: readonly Link[]): Map<string, Link[]> {
  const incoming = new Map<string, Link[]>();
  for (const link of links) {
    const known = incoming.get(link.to);
    if (known) known.push(link);
    else incoming.set(link.to, [link]);
  }
  return incoming;
}

/**
 * Keeps room for links that pass layers: a narrow box in each layer between. Links to the same box
 * share theirs, so that a state that all others lead to on errors does not fill the graph.
 */
function insertWaypoints(
  layers: Box[][],
  links: readonly Link[],
  layer: ReadonlyMap<string, number>,
): Link[] {
  const chains: Link[] = [];
  const reached = new Map<string, number>();
  for (const link of links) {
    const last = layer.get(link.to) ?? 0;
    // From here on there are waypoints already.
    const shared = reached.get(link.to) ?? last;
    let from = link.from;
    let at = (layer.get(link.from) ?? 0) + 1;
    reached.set(link.to, Math.min(at, shared));
    for (; at < shared; at++) {
      const id = `\u0000${link.to}/${at}`;
      (layers[at] ??= []).push({ id, ...WAYPOINT });
      chains.push({ from, to: id });
      from = id;
    }
    const isDirect = from === link.from && at >= last;
    chains.push({
      from,
      to: at < last ? `\u0000${link.to}/${at}` : link.to,
      ...(isDirect && link.room !== undefined ? { room: link.room } : {}),
    });
  }
  return chains;
}

/** Returns all ids in a topological order, as far as loops allow it: a depth-first search. */
function orderFrom(boxes: readonly Box[], links: readonly Link[], start: string | null): string[] {
  const targets = new Map<string, string[]>();
  for (const link of links) {
    const known = targets.get(link.from);
    if (known) known.push(link.to);
    else targets.set(link.from, [link.to]);
  }
  const done = new Set<string>();
  const finished: string[] = [];
  const roots = boxes.map((box) => box.id);
  for (const root of start === null ? roots : [start, ...roots]) {
    if (done.has(root)) continue;
    done.add(root);
    const stack = [{ id: root, targets: (targets.get(root) ?? []).toReversed() }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      // The last target first: in the reversed order the main way comes first.
      const following = top.targets.shift();
      if (following === undefined) {
        finished.push(top.id);
        stack.pop();
      } else if (!done.has(following)) {
        done.add(following);
        stack.push({ id: following, targets: (targets.get(following) ?? []).toReversed() });
      }
    }
  }
  const order = finished.toReversed();
  // What the start does not reach comes last.
  const at = start === null ? 0 : order.indexOf(start);
  return at <= 0 ? order : [...order.slice(at), ...order.slice(0, at)];
}

function place(
  layers: Box[][],
  links: readonly Link[],
  start: string | undefined,
  options: LayoutOptions,
): Layout {
  const isDown = options.direction === 'down';
  const along = (box: Box) => (isDown ? box.height : box.width);
  const across = (box: Box) => (isDown ? box.width : box.height);
  const centre = new Map<string, number>();
  const incoming = linksTo(links);
  const main = new Map<string, Link>();
  for (const link of links) if (!main.has(link.from)) main.set(link.from, link);
  // Boxes on the main way from the start; where ways meet, this one stays on its line.
  const line = new Set([start]);
  let min = Infinity;
  for (const boxes of layers) {
    const wanted = new Map(
      boxes.map((box) => {
        // The first link of a box is its main way, which stays on one line.
        const sources = incoming.get(box.id) ?? [];
        const ways = sources.filter((link) => main.get(link.from) === link);
        const way = ways.find((link) => line.has(link.from)) ?? ways[0];
        if (way && line.has(way.from)) line.add(box.id);
        const mains = way ? centre.get(way.from) : undefined;
        const others = sources.map((link) => centre.get(link.from) ?? 0);
        const mean = others.length === 0 ? 0 : others.reduce((a, b) => a + b, 0) / others.length;
        return [box.id, mains ?? mean + (others.length > 0 ? 1 : 0)];
      }),
    );
    const sorted = boxes.toSorted((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
    let edge = -Infinity;
    for (const box of sorted) {
      const at = Math.max(wanted.get(box.id) ?? 0, edge + options.boxGap + across(box) / 2);
      centre.set(box.id, at);
      edge = at + across(box) / 2;
      min = Math.min(min, at - across(box) / 2);
    }
  }
  const rooms = new Map<string, number>();
  for (const { from, room = 0 } of links) rooms.set(from, Math.max(room, rooms.get(from) ?? 0));
  const gapAfter = (boxes: readonly Box[]) =>
    Math.max(options.layerGap, ...boxes.map((box) => rooms.get(box.id) ?? 0));
  const placed = new Map<string, Placed>();
  let offset = 0;
  let extent = 0;
  for (const boxes of layers) {
    const size = Math.max(0, ...boxes.map(along));
    for (const box of boxes) {
      const a = offset + (size - along(box)) / 2;
      const c = (centre.get(box.id) ?? 0) - min - across(box) / 2;
      placed.set(box.id, { ...box, x: isDown ? c : a, y: isDown ? a : c });
      extent = Math.max(extent, c + across(box));
    }
    offset += size + gapAfter(boxes);
  }
  const length = Math.max(0, offset - gapAfter(layers.at(-1) ?? []));
  return { boxes: placed, width: isDown ? extent : length, height: isDown ? length : extent };
}
