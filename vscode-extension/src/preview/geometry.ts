/** Places in the source and the chunks they belong to, and how two profiles' chunks line up. */

import type { Chunk, Place, Preview, Range } from './model';

/** More lines than a cell has. */
const CELL = 2 ** 32;

export type Fill = 'small' | 'fits' | 'over';

/** Where a chunk's own body begins and ends; of one over several cells of a notebook, its part in the first. */
export function extent(chunk: Chunk): Range {
  const [first] = chunk.ranges;
  const here = chunk.ranges.filter(({ cell }) => cell === first.cell);
  return { ...first, end: here[here.length - 1].end };
}

export function isBefore(left: Place, right: Place): boolean {
  return left.line < right.line || (left.line === right.line && left.character < right.character);
}

/** The index in `chunks` of the one that holds a place (of a cell); of the one before it for a gap; -1 for none. */
export function chunkAt(chunks: Chunk[], place: Place, cell = 0): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const [first] = chunks[middle].ranges;
    const there = first.cell ?? 0;
    if (cell < there || (cell === there && isBefore(place, first.start))) {
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

/** The line where a chunk begins, as one number; lines of a notebook count on from cell to cell. */
function startLine(chunk: Chunk): number {
  const [{ start, cell }] = chunk.ranges;
  return (cell ?? 0) * CELL + start.line;
}
