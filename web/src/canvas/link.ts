import type { Viewport } from '@xyflow/react';

/** A change of a view: what was at a point of the screen is now at another, in another size. */
export interface ViewChange {
  from: Viewport;
  to: Viewport;
}

/** Connects canvases, so that panning and zooming one moves the others alike. */
export interface ViewLink {
  publish: (sender: string, change: ViewChange) => void;
  listen: (receiver: string, onChange: (change: ViewChange) => void) => () => void;
}

export function createViewLink(): ViewLink {
  const listeners = new Map<string, (change: ViewChange) => void>();
  return {
    publish: (sender, change) => {
      for (const [receiver, listener] of listeners) if (receiver !== sender) listener(change);
    },
    listen: (receiver, onChange) => {
      listeners.set(receiver, onChange);
      return () => listeners.delete(receiver);
    },
  };
}

/** Returns the view after the same change. */
export function follow(view: Viewport, { from, to }: ViewChange): Viewport {
  const scale = to.zoom / from.zoom;
  return {
    x: (view.x - from.x) * scale + to.x,
    y: (view.y - from.y) * scale + to.y,
    zoom: view.zoom * scale,
  };
}
