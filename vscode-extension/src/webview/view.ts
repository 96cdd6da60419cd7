/** The panel's page: keeps what is shown in step with what the extension says, and moves between cards. */

import type { Card, Column, Panel } from '../preview/card';
import type { FromWebview, ToWebview } from '../preview/messages';
import type { PanelWords } from '../preview/panel_words';
import { type CardActions, cardView } from './card_view';
import { arrange, element } from './elements';
import { summary, toolbar } from './toolbar';

/** What VS Code gives a webview. */
export interface Host {
  postMessage(message: FromWebview): void;
  getState(): unknown;
  setState(state: unknown): void;
}

interface Drawn {
  article: HTMLElement;
  signature: string;
}

export class View {
  private words: PanelWords | undefined;
  private locale = 'en';
  private panel: Panel | undefined;
  private readonly drawn = new Map<string, Drawn>();
  private readonly expanded = new Set<string>();
  private fullText = false;
  private current = '';
  private head = '';

  constructor(
    private readonly bar: HTMLElement,
    private readonly main: HTMLElement,
    private readonly host: Host,
  ) {
    main.addEventListener('keydown', (event) => this.key(event));
    main.addEventListener('focusin', (event) => this.focused(event));
  }

  receive(message: ToWebview): void {
    switch (message.type) {
      case 'words':
        this.words = message.words;
        this.locale = message.locale;
        break;
      case 'panel':
        this.host.setState({ uri: message.panel.uri, profiles: message.chosen });
        this.show(message.panel);
        break;
      case 'notice':
        this.notice(message.title, message.text, message.profiles, message.chosen);
        break;
      case 'cursor':
        this.cursor(message.cards);
        break;
    }
  }

  private show(panel: Panel): void {
    const words = this.words;
    if (words === undefined) {
      return;
    }
    if (panel.uri !== this.panel?.uri) {
      this.expanded.clear();
      this.main.scrollTop = 0;
    }
    this.panel = panel;
    const chosen = panel.columns.map((column) => column.profile);
    this.drawHead(panel.profiles, panel.active, chosen, panel.columns);
    const wanted = new Set<string>();
    if (panel.columns.length > 1) {
      this.drawStretches(panel, wanted);
    } else {
      this.drawList(panel.columns[0], wanted);
    }
    for (const key of [...this.drawn.keys()].filter((one) => !wanted.has(one))) {
      this.drawn.delete(key);
    }
    this.markCurrent();
  }

  private notice(title: string, text: string, profiles: string[], chosen: string[]): void {
    this.drawHead(profiles, [], chosen, []);
    this.drawn.clear();
    this.main.className = '';
    this.main.removeAttribute('role');
    arrange(this.main, [element('p', { class: 'notice', role: 'status' }, element('strong', {}, title), ' ', text)]);
  }

  private drawHead(profiles: string[], active: string[], chosen: string[], columns: Column[]): void {
    const words = this.words as PanelWords;
    const figures = columns.map((column) => summary(column, words, this.locale, columns.length > 1));
    // The lists keep their focus and stay open while someone types beside them.
    const head = JSON.stringify([profiles, active, chosen, this.fullText]);
    if (head !== this.head) {
      this.head = head;
      const look = { words, profiles, active, chosen, fullText: this.fullText };
      const controls = toolbar(look, {
        choose: (column, name) => this.host.postMessage({ type: 'profile', column, name }),
        fullText: (on) => this.setFullText(on),
      });
      const focused = document.activeElement?.id;
      arrange(this.bar, [controls, element('div', { class: 'figures' })]);
      this.bar.querySelector<HTMLElement>(`#${focused || 'none'}`)?.focus();
    }
    arrange(this.bar.querySelector('.figures') as Element, figures);
  }

  private drawList(column: Column, wanted: Set<string>): void {
    const words = this.words as PanelWords;
    this.main.className = 'single';
    this.main.setAttribute('role', 'feed');
    this.main.setAttribute('aria-label', `${words.list}. ${words.keys}`);
    arrange(this.main, column.cards.map((card) => this.card(card, column, 0, wanted)));
  }

  private drawStretches(panel: Panel, wanted: Set<string>): void {
    const words = this.words as PanelWords;
    this.main.className = 'double';
    this.main.setAttribute('role', 'feed');
    this.main.setAttribute('aria-label', `${words.list}. ${words.keys}`);
    const cell = (indexes: number[], at: number): HTMLElement => {
      const column = panel.columns[at];
      const cards = indexes.map((index) => this.card(column.cards[index], column, at, wanted));
      const nothing = element('p', { class: 'nothing' }, words.noCounterpart);
      return element('div', { class: 'cell', 'data-profile': column.profile }, ...(cards.length > 0 ? cards : [nothing]));
    };
    const rows = panel.stretches.map(({ left, right }) => element('div', { class: 'stretch' }, cell(left, 0), cell(right, 1)));
    const focused = document.activeElement;
    arrange(this.main, rows);
    if (focused instanceof HTMLElement && this.main.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  /** The element of a card, drawn anew only where the card has changed. */
  private card(card: Card, column: Column, at: number, wanted: Set<string>): HTMLElement {
    const key = `${at}/${card.number}`;
    wanted.add(key);
    const expanded = this.fullText !== this.expanded.has(key);
    const signature = JSON.stringify([card, column.limit, column.unit, column.count, expanded]);
    const known = this.drawn.get(key);
    if (known?.signature === signature) {
      return known.article;
    }
    const look = { words: this.words as PanelWords, locale: this.locale, expanded };
    const article = cardView(card, column, look, this.actions(key, at, card));
    article.dataset.key = key;
    if (known !== undefined && known.article.contains(document.activeElement)) {
      queueMicrotask(() => article.focus({ preventScroll: true }));
    }
    this.drawn.set(key, { article, signature });
    return article;
  }

  private actions(key: string, column: number, card: Card): CardActions {
    return {
      reveal: (range, focus) => {
        this.setCurrent(key);
        this.host.postMessage({ type: 'reveal', range, focus });
      },
      copy: () => this.host.postMessage({ type: 'copy', column, number: card.number }),
      toggle: () => {
        this.expanded.has(key) ? this.expanded.delete(key) : this.expanded.add(key);
        this.redraw();
      },
    };
  }

  private setFullText(on: boolean): void {
    this.fullText = on;
    this.expanded.clear();
    this.redraw();
  }

  private redraw(): void {
    if (this.panel !== undefined) {
      this.show(this.panel);
    }
  }

  // Where the reader is

  private cursor(cards: number[]): void {
    const keys = cards.map((index, column) => `${column}/${index + 1}`).filter((key) => this.drawn.has(key));
    for (const article of this.main.querySelectorAll('.counterpart')) {
      article.classList.remove('counterpart');
    }
    if (keys.length === 0) {
      return;
    }
    this.setCurrent(keys[0]);
    keys.slice(1).forEach((key) => this.drawn.get(key)?.article.classList.add('counterpart'));
    this.drawn.get(keys[0])?.article.scrollIntoView({ block: 'nearest' });
  }

  private setCurrent(key: string): void {
    this.current = key;
    this.markCurrent();
  }

  /** One card is current, and it is the one that the Tab key leads to. */
  private markCurrent(): void {
    const current = this.drawn.has(this.current) ? this.current : this.drawn.keys().next().value;
    for (const [key, { article }] of this.drawn) {
      const isCurrent = key === current;
      article.classList.toggle('current', isCurrent);
      article.tabIndex = isCurrent ? 0 : -1;
      if (isCurrent) {
        article.setAttribute('aria-current', 'true');
      } else {
        article.removeAttribute('aria-current');
      }
    }
  }

  private focused(event: FocusEvent): void {
    const key = articleOf(event.target)?.dataset.key;
    if (key !== undefined && key !== this.current) {
      this.setCurrent(key);
    }
  }

  private key(event: KeyboardEvent): void {
    const article = articleOf(event.target);
    if (article === undefined || event.target !== article || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const found = this.cardOf(article.dataset.key);
    if (found === undefined) {
      return;
    }
    const { card, column } = found;
    const moves: Record<string, () => HTMLElement | undefined> = {
      ArrowDown: () => this.article(column, card.number + 1),
      ArrowUp: () => this.article(column, card.number - 1),
      Home: () => this.article(column, 1),
      End: () => this.article(column, this.panel?.columns[column].count ?? 1),
      ArrowLeft: () => neighbour(article, 0),
      ArrowRight: () => neighbour(article, 1),
    };
    if (event.key in moves) {
      const target = moves[event.key]();
      if (target !== undefined) {
        target.focus({ preventScroll: true });
        target.scrollIntoView({ block: 'nearest' });
        const there = this.cardOf(target.dataset.key);
        if (there !== undefined) {
          this.host.postMessage({ type: 'reveal', range: there.card.range, focus: false });
        }
      }
    } else if (event.key === 'Enter') {
      this.host.postMessage({ type: 'reveal', range: card.range, focus: true });
    } else if (event.key === 'c' || event.key === 'C') {
      this.host.postMessage({ type: 'copy', column, number: card.number });
    } else {
      return;
    }
    event.preventDefault();
  }

  private article(column: number, number: number): HTMLElement | undefined {
    return this.drawn.get(`${column}/${number}`)?.article;
  }

  private cardOf(key: string | undefined): { card: Card; column: number } | undefined {
    const [column, number] = (key ?? '').split('/').map(Number);
    const card = this.panel?.columns[column]?.cards[number - 1];
    return card === undefined ? undefined : { card, column };
  }
}

function articleOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('article.card') ?? undefined) : undefined;
}

/** The first card beside one, in the other column. */
function neighbour(article: HTMLElement, column: number): HTMLElement | undefined {
  const cells = article.closest('.stretch')?.querySelectorAll('.cell');
  return cells?.[column]?.querySelector<HTMLElement>('article.card') ?? undefined;
}

