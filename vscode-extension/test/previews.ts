/** Previews as the server gives them, small enough to read. */

import type { Chunk, Finding, Preview } from '../src/preview/model';

/** A chunk of whole lines, 0-based, the last not included. */
export function chunk(index: number, from: number, to: number, more: Partial<Chunk> = {}): Chunk {
  return {
    index,
    ranges: [{ start: { line: from, character: 0 }, end: { line: to, character: 0 } }],
    line: from + 1,
    end_line: to,
    tokens: 100,
    heading_path: ['Guide'],
    kind: 'prose',
    prefix: '',
    suffix: '',
    text: `text ${index}`,
    overlap: null,
    findings: [],
    ...more,
  };
}

/** A chunk of a notebook: the lines from one on in a cell, and maybe whole cells of two lines after it. */
export function cellChunk(index: number, cell: number, from: number, to: number, last = cell): Chunk {
  const place = (line: number) => ({ line, character: 0 });
  const more = Array.from({ length: last - cell }, (_, at) => ({ start: place(0), end: place(2), cell: cell + at + 1 }));
  const ranges = [{ start: place(from), end: place(to), cell }, ...more];
  return chunk(index, from, to, { ranges, cell, end_cell: last });
}

export function preview(chunks: Chunk[], more: Partial<Preview> = {}): Preview {
  return {
    uri: 'file:///docs/page.md',
    version: 1,
    revision: 1,
    language: 'en',
    profile: { name: 'docs', splitter: 'structure', tokenizer: 'cl100k_base', max_tokens: 400, min_tokens: 100, overlap: 50 },
    unit: 'tokens',
    profiles: ['docs', 'small', 'fixed'],
    active: ['docs'],
    chunks,
    findings: [],
    ...more,
  };
}

export const finding: Finding = {
  code: 'CL101',
  name: 'table-split-from-header',
  severity: 'warning',
  message: 'This table needs 2 chunks.',
  range: { start: { line: 3, character: 0 }, end: { line: 9, character: 0 } },
};
