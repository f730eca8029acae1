import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { cellAt, cellColours, cellGrid, drawCells } from './item-cells';
import './item-grid.css';

/**
 * The items of a Map as cells on a single canvas, however many they are. It is a list box with one
 * tab stop: arrows move, Enter opens.
 */
export function ItemGrid({
  label,
  order,
  status,
  selected,
  nameOf,
  onSelect,
  onOpen,
}: {
  label: string;
  /** The shown items in their order. */
  order: Int32Array;
  /** Status by item, as an index of `ITEM_STATUSES`. */
  status: Uint8Array;
  /** The selected item; -1 for none. */
  selected: number;
  /** Describes an item for people. */
  nameOf: (item: number) => string;
  onSelect: (item: number) => void;
  onOpen: (item: number) => void;
}) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [scroll, setScroll] = useState(0);
  const [theme, setTheme] = useState(document.documentElement.dataset['theme']);
  const grid = useMemo(() => cellGrid(order.length, size.width), [order.length, size.width]);
  const place = useMemo(() => order.indexOf(selected), [order, selected]);

  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width, height });
    });
    observer.observe(scroller.current);
    const themes = new MutationObserver(() => setTheme(document.documentElement.dataset['theme']));
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      observer.disconnect();
      themes.disconnect();
    };
  }, []);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || size.width === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    context.canvas.width = Math.round(size.width * ratio);
    context.canvas.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawCells(context, {
      grid,
      order,
      status,
      colours: cellColours(context.canvas),
      scroll,
      height: size.height,
      current: place,
    });
  }, [grid, order, status, scroll, size, place, theme]);

  const reveal = (next: number) => {
    const box = scroller.current;
    if (!box) return;
    const y = Math.floor(next / grid.columns) * grid.pitch;
    if (y < box.scrollTop) box.scrollTop = y;
    else if (y + grid.pitch > box.scrollTop + box.clientHeight)
      box.scrollTop = y + grid.pitch - box.clientHeight;
  };
  const moveTo = (next: number) => {
    const to = Math.max(0, Math.min(order.length - 1, next));
    const item = order[to];
    if (item === undefined) return;
    reveal(to);
    onSelect(item);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(size.height / grid.pitch)) * grid.columns;
    const moves: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place < 0 ? 0 : place - grid.columns,
      ArrowDown: place < 0 ? 0 : place + grid.columns,
      PageUp: place - page,
      PageDown: place + page,
      Home: 0,
      End: order.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if ((event.key === 'Enter' || event.key === ' ') && place >= 0) {
      event.preventDefault();
      onOpen(selected);
    }
  };
  const under = (event: PointerEvent): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = cellAt(
      grid,
      order.length,
      event.clientX - box.left,
      event.clientY - box.top + scroll,
    );
    return at < 0 ? -1 : (order[at] ?? -1);
  };
  return (
    <div
      ref={scroller}
      className="item-grid"
      role="listbox"
      aria-label={label}
      aria-activedescendant={place < 0 ? undefined : `${id}-item`}
      tabIndex={0}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      onKeyDown={onKey}
      onFocus={() => place < 0 && order.length > 0 && onSelect(order[0] ?? 0)}
    >
      {/* Always there, since a list box must have an option. */}
      <div
        id={`${id}-item`}
        role="option"
        className="sr-only"
        aria-selected={place >= 0}
        aria-setsize={order.length}
        aria-posinset={Math.max(1, place + 1)}
      >
        {place < 0 ? label : nameOf(selected)}
      </div>
      <div className="item-grid-space" style={{ height: grid.rows * grid.pitch }}>
        <canvas
          ref={canvas}
          style={{ width: size.width, height: size.height }}
          aria-hidden
          onPointerMove={(event) => {
            const item = under(event);
            event.currentTarget.style.cursor = item < 0 ? '' : 'pointer';
            event.currentTarget.title = item < 0 ? '' : nameOf(item);
          }}
          onPointerUp={(event) => {
            const item = under(event);
            if (event.button === 0 && item >= 0) onOpen(item);
          }}
        />
      </div>
    </div>
  );
}
