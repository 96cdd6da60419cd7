/** What the panel says, in the editor's language; `{0}` and `{1}` are filled in where it is drawn. */

import type { Translate } from '../words';
import type { Kind, Severity } from './model';

export interface PanelWords {
  profile: string;
  compare: string;
  /** A profile that findings are made with. */
  inUse: string;
  noComparison: string;
  fullText: string;
  list: string;
  keys: string;
  summary: { chunk: string; chunks: string; sizes: string; over: string; problem: string; problems: string; clean: string };
  unit: Record<'tokens' | 'characters', string>;
  ofLimit: Record<'tokens' | 'characters', string>;
  overLimit: string;
  small: string;
  kind: Record<Kind, string>;
  severity: Record<Severity, string>;
  chunk: string;
  line: string;
  lines: string;
  /** A place in a notebook: in one cell, or in several. */
  inCell: string;
  cells: string;
  noHeading: string;
  goToSource: string;
  goToFinding: string;
  /** A finding whose message is on another card: its rule's name, and that card's number. */
  toldBefore: string;
  copy: string;
  copyLong: string;
  showAll: string;
  showLess: string;
  part: Record<'prefix' | 'overlap' | 'suffix', string>;
  noCounterpart: string;
}

export function panelWords(t: Translate): PanelWords {
  return {
    profile: t('Profile'),
    compare: t('Compare with'),
    inUse: t('{0} (in use)'),
    noComparison: t('nothing'),
    fullText: t('Full text'),
    list: t('Chunks in order'),
    keys: t('Arrow keys move between chunks, Enter goes to the source, C copies the chunk.'),
    summary: {
      chunk: t('1 chunk'),
      chunks: t('{0} chunks'),
      sizes: t('median {0}, largest {1} of {2}'),
      over: t('{0} over the limit'),
      problem: t('1 problem'),
      problems: t('{0} problems'),
      clean: t('no problems'),
    },
    unit: { tokens: t('{0} tokens'), characters: t('{0} characters') },
    ofLimit: { tokens: t('{0} of {1} tokens'), characters: t('{0} of {1} characters') },
    overLimit: t('over the limit'),
    small: t('small'),
    kind: { prose: t('prose'), table: t('table'), code: t('code'), list: t('list'), mixed: t('mixed') },
    severity: { error: t('Error'), warning: t('Warning'), info: t('Info') },
    chunk: t('Chunk {0}'),
    line: t('line {0}'),
    lines: t('lines {0}–{1}'),
    inCell: t('cell {0}, {1}'),
    cells: t('cells {0}–{1}'),
    noHeading: t('No heading'),
    goToSource: t('Go to the source'),
    toldBefore: t('{0} (see chunk {1})'),
    goToFinding: t('Go to this place'),
    copy: t('Copy'),
    copyLong: t('Copy as embedded'),
    showAll: t('Show all'),
    showLess: t('Show less'),
    part: {
      prefix: t('Added by the splitter: headings above'),
      overlap: t('Repeated from the chunk before'),
      suffix: t('Added by the splitter'),
    },
    noCounterpart: t('No chunk begins here.'),
  };
}

/** A text of these with its placeholders filled. */
export function filled(text: string, ...values: (string | number)[]): string {
  return text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)]));
}
