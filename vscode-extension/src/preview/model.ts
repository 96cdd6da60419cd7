/** What the server says of a document's chunks (chunklint/server/preview.py documents it); types only. */

export interface Place {
  line: number;
  character: number;
}
/** 0-based lines, characters in UTF-16 units, the end exclusive; in a notebook those of the cell of that index. */
export interface Range {
  start: Place;
  end: Place;
  cell?: number;
}
export type Kind = 'prose' | 'table' | 'code' | 'list' | 'mixed';
export type Severity = 'error' | 'warning' | 'info';

export interface Finding {
  code: string;
  name: string;
  severity: Severity;
  message: string;
  range: Range;
}
/** `line` and `end_line` are 1-based, in a notebook in the cells `cell` and `end_cell`; `text` is what would be embedded; `findings` are indexes into the preview's. */
export interface Chunk {
  index: number;
  ranges: Range[];
  line: number;
  end_line: number;
  cell?: number;
  end_cell?: number;
  tokens: number;
  heading_path: string[];
  kind: Kind;
  prefix: string;
  suffix: string;
  text: string;
  overlap: Range | null;
  findings: number[];
}
export interface Profile {
  name: string;
  splitter: string;
  tokenizer: string;
  max_tokens: number;
  min_tokens: number;
  overlap: number;
}
export interface Preview {
  uri: string;
  version: number | null;
  /** Grows with every change of the document or of its settings. */
  revision: number;
  language: string;
  profile: Profile;
  unit: 'tokens' | 'characters';
  profiles: string[];
  active: string[];
  /** The URIs of a notebook's cells. */
  cells?: string[];
  chunks: Chunk[];
  findings: Finding[];
}
export interface ChunksChanged {
  uri: string;
  version: number | null;
  /** Grows with every change of the document or of its settings. */
  revision: number;
  profile: string;
  chunks: number;
  problems: number;
}
