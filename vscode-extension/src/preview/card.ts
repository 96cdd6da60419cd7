/** What a card of the panel shows, as plain values made from the server's answer; drawing it is the webview's work. */

import { extent, type Fill, fill, stretches, type Stretch } from './geometry';
import type { Chunk, Finding, Kind, Preview, Range, Severity } from './model';

/** A stretch of a chunk's text and what it is; `overlap` repeats the end of the chunk before. */
export interface Part {
  kind: 'prefix' | 'overlap' | 'body' | 'suffix';
  text: string;
}

export interface CardFinding {
  code: string;
  name: string;
  severity: Severity;
  message: string;
  range: Range;
  /** The number of the card that has told of it already; it goes on over several. */
  from?: number;
}

export interface Card {
  number: number;
  headingPath: string[];
  kind: Kind;
  tokens: number;
  fill: Fill;
  line: number;
  endLine: number;
  /** In a notebook, where `line` and `endLine` are; from 0. */
  cell?: number;
  endCell?: number;
  parts: Part[];
  findings: CardFinding[];
  range: Range;
}

export interface Column {
  profile: string;
  unit: Preview['unit'];
  limit: number;
  /** Chunks, the middle and the largest size, and how many are over the limit. */
  count: number;
  median: number;
  largest: number;
  over: number;
  problems: number;
  cards: Card[];
}

/** All that the panel shows of a document. `stretches` line up two columns. */
export interface Panel {
  title: string;
  uri: string;
  profiles: string[];
  active: string[];
  columns: Column[];
  stretches: Stretch[];
}

/** The panel of one profile's preview, or of two. `textOf` gives the document's text at a range. */
export function panel(title: string, previews: Preview[], textOf: (range: Range) => string): Panel {
  const [first, second] = previews;
  return {
    title,
    uri: first.uri,
    profiles: first.profiles,
    active: first.active,
    columns: previews.map((preview) => column(preview, textOf)),
    stretches: second === undefined ? [] : stretches(first.chunks, second.chunks),
  };
}

export function column(preview: Preview, textOf: (range: Range) => string): Column {
  const told = new Map<number, number>();
  const sizes = preview.chunks.map((chunk) => chunk.tokens).sort((left, right) => left - right);
  return {
    profile: preview.profile.name,
    unit: preview.unit,
    limit: preview.profile.max_tokens,
    count: sizes.length,
    median: median(sizes),
    largest: sizes[sizes.length - 1] ?? 0,
    over: sizes.filter((size) => size > preview.profile.max_tokens).length,
    problems: preview.findings.filter(({ severity }) => severity !== 'info').length,
    cards: preview.chunks.map((chunk) => card(chunk, preview, textOf, told)),
  };
}

/** `told` are the numbers of the cards that findings, by their index, were shown on first. */
function card(chunk: Chunk, preview: Preview, textOf: (range: Range) => string, told: Map<number, number>): Card {
  // Findings are those of the active profiles; under another one their chunks are others.
  const isActive = preview.active.includes(preview.profile.name);
  const number = chunk.index + 1;
  return {
    number,
    headingPath: chunk.heading_path,
    kind: chunk.kind,
    tokens: chunk.tokens,
    fill: fill(chunk, preview),
    line: chunk.line,
    endLine: chunk.end_line,
    cell: chunk.cell,
    endCell: chunk.end_cell,
    parts: parts(chunk, chunk.overlap === null ? '' : textOf(chunk.overlap)),
    findings: isActive ? chunk.findings.map((at) => shown(preview.findings[at], at, number, told)) : [],
    range: extent(chunk),
  };
}

/** A chunk's text divided into what was added, what is repeated, and its own; joined they are the text. */
export function parts(chunk: Chunk, overlap: string): Part[] {
  let { text } = chunk;
  const found: Part[] = [];
  let suffix = '';
  if (chunk.prefix !== '' && text.startsWith(chunk.prefix)) {
    found.push({ kind: 'prefix', text: chunk.prefix });
    text = text.slice(chunk.prefix.length);
  }
  if (chunk.suffix !== '' && text.endsWith(chunk.suffix)) {
    suffix = chunk.suffix;
    text = text.slice(0, -suffix.length);
  }
  // The editor's text may have other line endings than the server's; white space around it may be left out.
  const repeated = overlap.replace(/\r\n?/g, '\n').trim();
  const lead = text.length - text.trimStart().length;
  if (repeated !== '' && text.replace(/\r\n?/g, '\n').trimStart().startsWith(repeated)) {
    const end = lead + lengthWithReturns(text.slice(lead), repeated.length);
    found.push({ kind: 'overlap', text: text.slice(0, end) });
    text = text.slice(end);
  }
  found.push({ kind: 'body', text });
  if (suffix !== '') {
    found.push({ kind: 'suffix', text: suffix });
  }
  return found;
}

/** How much of a text with any line endings holds `length` characters of it with `\n` alone. */
function lengthWithReturns(text: string, length: number): number {
  let at = 0;
  for (let seen = 0; seen < length; seen++) {
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
  return at;
}

function shown({ code, name, severity, message, range }: Finding, at: number, number: number, told: Map<number, number>): CardFinding {
  const from = told.get(at);
  if (from === undefined) {
    told.set(at, number);
  }
  return { code, name, severity, message, range, from };
}

function median(sorted: number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}
