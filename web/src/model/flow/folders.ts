/** A tag with a slash is the path of a folder: `commerce/returns`, or `commerce/` at the top. */
const SLASH = '/';

const withoutEnd = (path: string) => (path.endsWith(SLASH) ? path.slice(0, -1) : path);

/** Returns the folder of a flow: its first tag that is a path; empty if it has none. */
export function folderOf(tags: readonly string[]): string {
  return withoutEnd(tags.find((tag) => tag.includes(SLASH)) ?? '');
}

/** Returns the tags that are no folders. */
export function plainTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.includes(SLASH));
}

/** A folder as a filter: its path with a slash at the end, and its depth. */
export interface Folder {
  filter: string;
  name: string;
  depth: number;
}

/** Returns all folders that tags name, with the folders around them, in order. */
export function foldersOf(tags: readonly string[]): Folder[] {
  const paths = new Set<string>();
  for (const tag of tags.filter((one) => one.includes(SLASH))) {
    const parts = withoutEnd(tag).split(SLASH);
    parts.forEach((_, i) => paths.add(parts.slice(0, i + 1).join(SLASH)));
  }
  return [...paths].toSorted().map((path) => ({
    filter: path + SLASH,
    name: path.split(SLASH).at(-1) ?? path,
    depth: path.split(SLASH).length - 1,
  }));
}
