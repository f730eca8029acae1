import { useEffect, useRef, useState, type RefObject } from 'react';

/** The colours of the timeline, which the style sheet computes from tokens. */
export const COLOURS = [
  'text',
  'faint',
  'surface',
  'line',
  'dash',
  'accent',
  'range',
  'queued',
  'hatch',
  'doneFill',
  'doneLine',
  'doneText',
  'lane',
  'failedFill',
  'failedLine',
  'failedText',
  'failedMark',
  'runningFill',
  'runningLine',
  'runningText',
  'otherFill',
  'otherLine',
  'otherText',
] as const;
export type Palette = Record<(typeof COLOURS)[number], string> & { font: string };

/** Reads the colours from hidden elements, again when the theme changes. */
export function usePalette(): [Palette | null, RefObject<HTMLDivElement | null>] {
  const probe = useRef<HTMLDivElement>(null);
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const read = () => {
      if (!probe.current) return;
      const found = Object.fromEntries(
        [...probe.current.children].map((child) => [
          child.getAttribute('data-colour') ?? '',
          getComputedStyle(child).color,
        ]),
      ) as Palette;
      setPalette({ ...found, font: getComputedStyle(probe.current).fontFamily });
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return [palette, probe];
}
