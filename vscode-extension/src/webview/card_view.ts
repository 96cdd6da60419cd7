/** Draws one card; what it says was decided when the card was made. */

import type { Card, CardFinding, Column, Part } from '../preview/card';
import { filled, type PanelWords } from '../preview/panel_words';
import type { Range } from '../preview/model';
import { button, element } from './elements';

/** What can be done from a card. */
export interface CardActions {
  reveal(range: Range, focus: boolean): void;
  copy(): void;
  toggle(): void;
}

export interface CardLook {
  words: PanelWords;
  locale: string;
  expanded: boolean;
}

/** Lines and characters of text from which on a card shows its beginning only: about eight lines of a narrow panel. */
const LONG_LINES = 8;
const LONG_TEXT = 480;

export function cardView(card: Card, column: Column, look: CardLook, actions: CardActions): HTMLElement {
  const { words } = look;
  const id = `heading-${column.profile}-${card.number}`.replace(/\s/g, '-');
  const article = element('article', {
    class: `card ${card.fill}`,
    tabindex: -1,
    'aria-labelledby': id,
    'aria-posinset': card.number,
    'aria-setsize': column.count,
  });
  article.append(heading(card, words, id), meter(card, column, look), text(card, look));
  if (card.findings.length > 0) {
    article.append(element('ul', { class: 'findings' }, ...card.findings.map((one) => findingView(one, words, actions))));
  }
  article.append(footer(card, look, actions));
  article.addEventListener('click', () => {
    // Selecting text in a card is no wish to leave it.
    if (document.getSelection()?.isCollapsed !== false) {
      actions.reveal(card.range, false);
    }
  });
  article.addEventListener('dblclick', () => actions.reveal(card.range, true));
  return article;
}

function heading(card: Card, words: PanelWords, id: string): HTMLElement {
  const path =
    card.headingPath.length > 0
      ? card.headingPath.map((one, at) =>
          element('span', { class: at === card.headingPath.length - 1 ? 'crumb last' : 'crumb' }, one),
        )
      : [element('span', { class: 'crumb none' }, words.noHeading)];
  return element(
    'h2',
    { id, class: 'path' },
    element('span', { class: 'number', 'aria-hidden': true }, String(card.number)),
    element('span', { class: 'unseen' }, `${filled(words.chunk, card.number)}: `),
    element('span', { class: 'crumbs' }, ...path),
    element('span', { class: 'kind' }, words.kind[card.kind]),
  );
}

function meter(card: Card, column: Column, { words, locale }: CardLook): HTMLElement {
  const number = (value: number): string => value.toLocaleString(locale);
  const whole = Math.max(column.limit, card.tokens);
  const share = (value: number): string => `${((100 * value) / whole).toFixed(1)}%`;
  const spoken = filled(words.ofLimit[column.unit], number(card.tokens), number(column.limit));
  const note = { over: words.overLimit, small: words.small, fits: '' }[card.fill];
  const bar = element('div', { class: 'filled' });
  bar.style.width = share(card.tokens);
  const track = element(
    'div',
    {
      class: 'track',
      role: 'meter',
      'aria-valuemin': 0,
      'aria-valuemax': whole,
      'aria-valuenow': card.tokens,
      'aria-valuetext': note ? `${spoken}, ${note}` : spoken,
    },
    bar,
  );
  if (card.fill === 'over') {
    const mark = element('div', { class: 'limit' });
    mark.style.left = share(column.limit);
    track.append(mark);
  }
  const size = element('span', { class: 'size', 'aria-hidden': true }, filled(words.unit[column.unit], number(card.tokens)));
  return element('div', { class: 'meter', title: note ? `${spoken}, ${note}` : spoken }, track, size);
}

function text(card: Card, { words, expanded }: CardLook): HTMLElement {
  const clipped = isLong(card.parts) && !expanded;
  const body = element('div', { class: clipped ? 'text clipped' : 'text', dir: 'auto' });
  for (const part of trimmed(card.parts)) {
    const title = part.kind === 'body' ? undefined : words.part[part.kind];
    const piece = element('span', { class: part.kind, title }, part.text);
    if (title !== undefined) {
      piece.prepend(element('span', { class: 'unseen' }, `${title}: `));
    }
    body.append(piece);
  }
  return body;
}

function findingView(finding: CardFinding, words: PanelWords, actions: CardActions): HTMLElement {
  const go = button('', `finding ${finding.severity}`, () => actions.reveal(finding.range, true));
  const isTold = finding.from !== undefined;
  go.title = isTold ? finding.message : words.goToFinding;
  go.append(
    element('span', { class: 'mark', 'aria-hidden': true }),
    element('span', { class: 'unseen' }, `${words.severity[finding.severity]}: `),
    element('span', { class: 'code' }, finding.code),
    ' ',
    isTold ? filled(words.toldBefore, finding.name, finding.from as number) : finding.message,
  );
  return element('li', {}, go);
}

function footer(card: Card, { words, expanded }: CardLook, actions: CardActions): HTMLElement {
  const place = placeOf(card, words);
  const go = button(place, 'link', () => actions.reveal(card.range, true), `${words.goToSource}: ${place}`);
  go.title = words.goToSource;
  const copy = button(words.copy, 'link', actions.copy, `${words.copyLong}: ${filled(words.chunk, card.number)}`);
  copy.title = words.copyLong;
  const more = button(expanded ? words.showLess : words.showAll, 'link', actions.toggle);
  more.setAttribute('aria-expanded', String(expanded));
  return element('div', { class: 'actions' }, go, ...(isLong(card.parts) ? [more] : []), copy);
}

function placeOf({ line, endLine, cell, endCell }: Card, words: PanelWords): string {
  const lines = line === endLine ? filled(words.line, line) : filled(words.lines, line, endLine);
  if (cell === undefined || endCell === undefined) {
    return lines;
  }
  return cell === endCell ? filled(words.inCell, cell + 1, lines) : filled(words.cells, cell + 1, endCell + 1);
}

/** Parts without the blank lines around the chunk, which only take room. */
function trimmed(parts: Part[]): Part[] {
  const shown = parts.map((part) => ({ ...part }));
  if (shown.length > 0) {
    shown[0].text = shown[0].text.replace(/^\s*\n/, '');
    const last = shown[shown.length - 1];
    last.text = last.text.trimEnd();
  }
  return shown.filter((part) => part.text !== '');
}

export function isLong(parts: Part[]): boolean {
  const whole = parts.map((part) => part.text).join('');
  return whole.length > LONG_TEXT || whole.split('\n').length > LONG_LINES;
}
