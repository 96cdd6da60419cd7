/** Compares the findings of a preview with those that the editor shows. */

import type { Preview } from './model';

/**
 * Whether a preview's findings are the ones shown, in whatever order. Where several profiles are active, what is shown
 * says in a second line for which of them a finding holds.
 */
export function sameFindings(preview: Preview, shown: { message: string }[]): boolean {
  const messages = (all: { message: string }[]): string => JSON.stringify(all.map(({ message }) => message.split('\n')[0]).sort());
  return preview.findings.length === shown.length && messages(preview.findings) === messages(shown);
}
