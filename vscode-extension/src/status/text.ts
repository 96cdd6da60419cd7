/** What the status bar says, as plain values; showing it is the status item's work. */

import type { ServerState } from '../server/server';
import type { Words } from '../words';

export interface Counts {
  chunks: number;
  problems: number;
}

export interface StatusText {
  text: string;
  /** What a screen reader says: the text without its icon. */
  label: string;
  tone: 'plain' | 'warning' | 'error';
}

/** The status for a document; undefined where there is nothing to say. */
export function statusText(state: ServerState, counts: Counts | undefined, words: Words): StatusText | undefined {
  switch (state) {
    case 'starting':
      return { text: '$(sync~spin) chunklint', label: words.starting, tone: 'plain' };
    case 'failed':
      return { text: '$(error) chunklint', label: words.serverDown, tone: 'error' };
    case 'noPython':
      return { text: '$(warning) chunklint', label: words.noPython, tone: 'warning' };
    case 'stopped':
      return undefined;
    case 'running': {
      if (counts === undefined) {
        return undefined;
      }
      const text = [words.chunks(counts.chunks), words.problems(counts.problems)].join(' · ');
      return { text: `$(layers) ${text}`, label: `chunklint: ${text}`, tone: 'plain' };
    }
  }
}
