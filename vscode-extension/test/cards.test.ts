import { describe, expect, it } from 'vitest';
import { column, panel, parts } from '../src/preview/card';
import { sameFindings } from '../src/preview/findings';
import { chunkAt, extent, fill, stretches } from '../src/preview/geometry';
import { cellChunk, chunk, finding, preview } from './previews';

const nothing = (): string => '';

describe('the chunk at a place', () => {
  const chunks = [chunk(0, 5, 10), chunk(1, 10, 20), chunk(2, 22, 30)];
  it.each([
    ['before the first, as in front matter, the first', 0, 0],
    ['at a start, the one that starts', 10, 1],
    ['inside', 15, 1],
    ['in a gap, the one before', 21, 1],
    ['after the last, the last', 99, 2],
  ])('%s', (_, line, index) => expect(chunkAt(chunks, { line, character: 0 })).toBe(index));

  it('is found within a line', () => {
    const [first, second] = [chunk(0, 0, 0), chunk(1, 0, 0)];
    first.ranges = [{ start: { line: 0, character: 0 }, end: { line: 0, character: 9 } }];
    second.ranges = [{ start: { line: 0, character: 9 }, end: { line: 0, character: 20 } }];
    expect(chunkAt([first, second], { line: 0, character: 8 })).toBe(0);
    expect(chunkAt([first, second], { line: 0, character: 9 })).toBe(1);
  });

  it('is none where there are no chunks', () => expect(chunkAt([], { line: 0, character: 0 })).toBe(-1));
});

describe('chunks of a notebook', () => {
  const chunks = [cellChunk(0, 0, 0, 9), cellChunk(1, 0, 9, 20, 2), cellChunk(2, 3, 0, 4)];
  it.each([
    ['before a boundary in its cell', 0, 8, 0],
    ['behind it', 0, 9, 1],
    ['in another cell of the same chunk', 2, 0, 1],
    ['at the first line of a cell that begins one', 3, 0, 2],
    ['in a cell without text', 7, 0, 2],
  ])('are found by cell and line: %s', (_, cell, line, index) => expect(chunkAt(chunks, { line, character: 0 }, cell)).toBe(index));

  it('lead to their part in the first cell', () => {
    expect(extent(chunks[1])).toEqual({ start: { line: 9, character: 0 }, end: { line: 20, character: 0 }, cell: 0 });
  });

  it('line up by cell and line', () => {
    const others = [cellChunk(0, 0, 0, 20, 1), cellChunk(1, 2, 0, 9), cellChunk(2, 3, 0, 4)];
    expect(stretches(chunks, others)).toEqual([
      { left: [0, 1], right: [0, 1] },
      { left: [2], right: [2] },
    ]);
  });
});

describe('two profiles side by side', () => {
  it('are divided where both begin a chunk', () => {
    const left = [chunk(0, 0, 10), chunk(1, 10, 30), chunk(2, 30, 40)];
    const right = [chunk(0, 0, 10), chunk(1, 10, 20), chunk(2, 20, 30), chunk(3, 30, 35), chunk(4, 35, 40)];
    expect(stretches(left, right)).toEqual([
      { left: [0], right: [0] },
      { left: [1], right: [1, 2] },
      { left: [2], right: [3, 4] },
    ]);
  });

  it('keep every chunk where they have no boundary in common', () => {
    const left = [chunk(0, 0, 7), chunk(1, 7, 40)];
    const right = [chunk(0, 2, 20), chunk(1, 20, 40)];
    expect(stretches(left, right)).toEqual([{ left: [0, 1], right: [0, 1] }]);
    expect(stretches(left, [])).toEqual([{ left: [0, 1], right: [] }]);
    expect(stretches([], [])).toEqual([]);
  });

  it('keep chunks that begin in one line together', () => {
    const left = [chunk(0, 0, 5), chunk(1, 5, 5), chunk(2, 5, 9)];
    const found = stretches(left, [chunk(0, 0, 5), chunk(1, 5, 9)]);
    expect(found).toEqual([
      { left: [0], right: [0] },
      { left: [1, 2], right: [1] },
    ]);
  });
});

describe('a chunk’s size', () => {
  it('is over, small or fits', () => {
    const sizes = [401, 400, 100, 99].map((tokens) => fill(chunk(0, 0, 1, { tokens }), preview([])));
    expect(sizes).toEqual(['over', 'fits', 'fits', 'small']);
  });
});

describe('a chunk’s text in parts', () => {
  const joined = (found: { text: string }[]): string => found.map((part) => part.text).join('');

  it('tells apart what the splitter added, what is repeated and what is its own', () => {
    const text = 'Guide > Backups\n\nThe end of before. Its own.\n```';
    const found = parts(chunk(1, 0, 1, { text, prefix: 'Guide > Backups\n\n', suffix: '\n```' }), 'The end of before.');
    expect(found.map((part) => part.kind)).toEqual(['prefix', 'overlap', 'body', 'suffix']);
    expect(found[1].text).toBe('The end of before.');
    expect(joined(found)).toBe(text);
  });

  it('finds the repeated part whatever the line endings are', () => {
    const text = 'One.\r\nTwo.\r\nOwn.';
    const found = parts(chunk(1, 0, 1, { text }), 'One.\nTwo.\n');
    expect(found).toEqual([
      { kind: 'overlap', text: 'One.\r\nTwo.' },
      { kind: 'body', text: '\r\nOwn.' },
    ]);
  });

  it('shows as its own what is not where it should be', () => {
    const text = 'Own text.';
    const found = parts(chunk(1, 0, 1, { text, prefix: 'Elsewhere', suffix: 'Nowhere' }), 'Another end.');
    expect(found).toEqual([{ kind: 'body', text }]);
  });
});

describe('a column', () => {
  it('has the figures of its chunks', () => {
    const chunks = [300, 401, 50, 120].map((tokens, at) => chunk(at, at, at + 1, { tokens }));
    const info = { ...finding, severity: 'info' as const };
    expect(column(preview(chunks, { findings: [finding, info] }), nothing)).toMatchObject({
      count: 4, median: 210, largest: 401, over: 1, problems: 1, limit: 400, unit: 'tokens',
    });
    expect(column(preview([]), nothing)).toMatchObject({ count: 0, median: 0, largest: 0, over: 0 });
  });

  it('shows findings on the chunks that they touch, under profiles that findings are made with', () => {
    const chunks = [chunk(0, 0, 5, { findings: [0] }), chunk(1, 5, 9)];
    const shown = column(preview(chunks, { findings: [finding] }), nothing);
    expect(shown.cards.map((card) => card.findings.map(({ code }) => code))).toEqual([['CL101'], []]);
    const other = column(preview(chunks, { findings: [finding], active: ['small'] }), nothing);
    expect(other.cards.flatMap((card) => card.findings)).toEqual([]);
  });

  it('lines up with a second one', () => {
    const both = panel('page.md', [preview([chunk(0, 0, 9)]), preview([chunk(0, 0, 4), chunk(1, 4, 9)])], nothing);
    expect(both.stretches).toEqual([{ left: [0], right: [0, 1] }]);
    expect(panel('page.md', [preview([chunk(0, 0, 9)])], nothing).stretches).toEqual([]);
  });
});

describe('findings of a preview', () => {
  it('are compared with those shown, wherever they stand and whatever profiles are named below', () => {
    const two = preview([], { findings: [finding, { ...finding, message: 'Another.' }] });
    expect(sameFindings(two, [{ message: 'Another.' }, { message: `${finding.message}\nProfiles: a, b` }])).toBe(true);
    expect(sameFindings(two, [{ message: 'Another.' }])).toBe(false);
    expect(sameFindings(two, [{ message: 'Another.' }, { message: '又一条。' }])).toBe(false);
  });
});
