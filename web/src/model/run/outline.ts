/** Returns the name of a state or child as it is written in a definition. */
export function unescapeName(name: string): string {
  return name.replaceAll('%2F', '/').replaceAll('%25', '%');
}

/** Returns the names of the states around a frame, outermost first: `[{state, child}]`. */
export function framePath(frame: string): { state: string; child: string }[] {
  if (frame === '/') return [];
  const parts = frame.slice(1).split('/');
  const path: { state: string; child: string }[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const hop = parts[i] ?? '';
    path.push({
      state: unescapeName(hop.slice(0, hop.lastIndexOf('#'))),
      child: unescapeName(parts[i + 1] ?? ''),
    });
  }
  return path;
}
