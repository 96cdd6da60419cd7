/** What the panel's two halves say to each other; types only. */

import type { Panel } from './card';
import type { Range } from './model';
import type { PanelWords } from './panel_words';

export type ToWebview =
  | { type: 'words'; words: PanelWords; locale: string }
  /** `chosen` are the profiles that were chosen here; none where the settings decide. */
  | { type: 'panel'; panel: Panel; chosen: string[] }
  /** Instead of cards: why there are none. */
  | { type: 'notice'; title: string; text: string; profiles: string[]; chosen: string[] }
  /** The cursor is in these cards: an index for each column, -1 for none. */
  | { type: 'cursor'; cards: number[] };

export type FromWebview =
  | { type: 'ready' }
  /** Show a stretch of the source, and go there if `focus`. */
  | { type: 'reveal'; range: Range; focus: boolean }
  | { type: 'copy'; column: number; number: number }
  /** The profile of a column; an empty name closes the second column. */
  | { type: 'profile'; column: number; name: string };

/** What is kept for the panel when the window is loaded again. */
export interface PanelState {
  uri: string;
  profiles: string[];
}

export function isPanelState(value: unknown): value is PanelState {
  const state = value as PanelState | undefined;
  return typeof state?.uri === 'string' && Array.isArray(state.profiles);
}
