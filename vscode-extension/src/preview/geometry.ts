/** Places in the source and the chunks they belong to, and how two profiles' chunks line up. */

import type { Chunk, Place, Preview, Range } from './model';

export type Fill = 'small' | 'fits' | 'over';

/** Where a chunk's own body begins and ends. */
export function extent(chunk: Chunk): Range {
  return { start: chunk.ranges[0].start, end: chunk.ranges[chunk.ranges.length - 1].end };
}

export function isBefore(left: Place, right: Place): boolean {
  return left.line < right.line || (left.line === right.line && left.character < right.character);
}

/** The index in `chunks` of the one that holds a place; of the one before it for a gap; -1 for none. */
export function chunkAt(chunks: Chunk[], place: Place): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(place, extent(chunks[middle]).start)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  // What comes before the first chunk (front matter) is nearest to it.
  return chunks.length === 0 ? -1 : Math.max(0, low - 1);
}

/** How a chunk's size stands to its profile's limits. */
export function fill(chunk: Chunk, preview: Preview): Fill {
  const { max_tokens: most, min_tokens: least } = preview.profile;
  if (chunk.tokens > most) {
    return 'over';
  }
  return chunk.tokens < least ? 'small' : 'fits';
}

/** Chunks of two profiles, by index, that cover the same stretch of the source. */
export interface Stretch {
  left: number[];
  right: number[];
}

/** Divides two profiles' chunks at the lines where both begin a chunk, so that they can be read side by side. */
export function stretches(left: Chunk[], right: Chunk[]): Stretch[] {
  const rightStarts = new Set(right.map(startLine));
  const shared = left.map(startLine).filter((line) => rightStarts.has(line));
  const cuts = [...new Set(shared)].slice(left[0] && right[0] && startLine(left[0]) === startLine(right[0]) ? 1 : 0);
  const groups = (chunks: Chunk[]): number[][] => {
    const found: number[][] = [[]];
    let at = 0;
    chunks.forEach((chunk, index) => {
      while (at < cuts.length && startLine(chunk) >= cuts[at]) {
        found.push([]);
        at++;
      }
      found[found.length - 1].push(index);
    });
    while (found.length <= cuts.length) {
      found.push([]);
    }
    return found;
  };
  const rights = groups(right);
  return groups(left)
    .map((indexes, at) => ({ left: indexes, right: rights[at] }))
    .filter((stretch) => stretch.left.length + stretch.right.length > 0);
}

/** The line with a chunk's first character that is seen: bodies may begin with the blank lines after the one before. */
function startLine(chunk: Chunk): number {
  return chunk.ranges[0].start.line;
}
