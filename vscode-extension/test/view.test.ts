// @vitest-environment happy-dom

import { beforeEach, describe, expect, it } from 'vitest';
import { panel } from '../src/preview/card';
import type { FromWebview } from '../src/preview/messages';
import type { Preview } from '../src/preview/model';
import { panelWords } from '../src/preview/panel_words';
import { View } from '../src/webview/view';
import { cellChunk, chunk, finding, preview } from './previews';

let view: View;
let main: HTMLElement;
let bar: HTMLElement;
let sent: FromWebview[];
let state: unknown;

beforeEach(() => {
  document.body.innerHTML = '<header></header><main></main>';
  bar = document.querySelector('header') as HTMLElement;
  main = document.querySelector('main') as HTMLElement;
  sent = [];
  const host = {
    postMessage: (message: FromWebview) => sent.push(message),
    getState: () => state,
    setState: (value: unknown) => {
      state = value;
    },
  };
  Element.prototype.scrollIntoView = () => undefined;
  view = new View(bar, main, host);
  view.receive({ type: 'words', words: panelWords((message) => message), locale: 'en' });
});

const show = (...previews: Preview[]): void => view.receive({ type: 'panel', panel: panel('page.md', previews, () => ''), chosen: ['docs', 'small'].slice(0, previews.length) });
const cards = (): HTMLElement[] => [...main.querySelectorAll<HTMLElement>('article.card')];
const press = (key: string): boolean => (document.activeElement as HTMLElement).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const three = (): Preview => preview([chunk(0, 0, 5), chunk(1, 5, 9), chunk(2, 9, 12)]);

describe('cards', () => {
  it('stand in order with number, heading path, kind, size and lines', () => {
    show(preview([chunk(0, 0, 5), chunk(1, 5, 9, { heading_path: ['Guide', 'Backups'], kind: 'table', tokens: 388 })]));
    const [, second] = cards();
    expect(second.querySelector('.number')?.textContent).toBe('2');
    expect([...second.querySelectorAll('.crumb')].map((one) => one.textContent)).toEqual(['Guide', 'Backups']);
    expect(second.querySelector('.kind')?.textContent).toBe('table');
    expect(second.querySelector('.size')?.textContent).toBe('388 tokens');
    expect(second.querySelector('.actions')?.textContent).toContain('lines 6–9');
  });

  it('of a notebook say in which cells they lie', () => {
    show(preview([cellChunk(0, 0, 0, 9), cellChunk(1, 1, 0, 2, 3)]));
    const places = cards().map((card) => card.querySelector('.actions button')?.textContent);
    expect(places).toEqual(['cell 1, lines 1–9', 'cells 2–4']);
  });

  it('tell of a finding once, and name it where it goes on', () => {
    show(preview([chunk(0, 0, 5, { findings: [0] }), chunk(1, 5, 9, { findings: [0] })], { findings: [finding] }));
    const [first, second] = cards().map((card) => card.querySelector<HTMLElement>('.finding'));
    expect(first?.textContent).toContain(finding.message);
    expect(second?.textContent).toContain('table-split-from-header (see chunk 1)');
    expect(second?.title).toBe(finding.message);
  });

  it('tell a screen reader their place in the list and their size', () => {
    show(three());
    const [first] = cards();
    expect(main.getAttribute('role')).toBe('feed');
    expect([first.getAttribute('aria-posinset'), first.getAttribute('aria-setsize')]).toEqual(['1', '3']);
    expect(document.getElementById(first.getAttribute('aria-labelledby') ?? '')?.textContent).toContain('Chunk 1');
    expect(first.querySelector('[role=meter]')?.getAttribute('aria-valuetext')).toBe('100 of 400 tokens');
  });

  it('mark a chunk over the limit', () => {
    show(preview([chunk(0, 0, 5, { tokens: 500 })]));
    expect(cards()[0].className).toContain('over');
    expect(cards()[0].querySelector('[role=meter]')?.getAttribute('aria-valuetext')).toBe('500 of 400 tokens, over the limit');
    expect(cards()[0].querySelector<HTMLElement>('.limit')?.style.left).toBe('80.0%');
  });

  it('show texts, headings and messages of a document as text, whatever they hold', () => {
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>';
    const found = { ...finding, message: evil };
    show(preview([chunk(0, 0, 5, { text: evil, heading_path: [evil], findings: [0] })], { findings: [found] }));
    expect(main.querySelector('img, script')).toBeNull();
    expect(cards()[0].querySelector('.body')?.textContent).toBe(evil);
    expect(cards()[0].querySelector('.finding')?.textContent).toContain(evil);
  });

  it('name the part that is repeated', () => {
    const repeated = chunk(1, 5, 9, { text: 'Before. Own.', overlap: { start: { line: 4, character: 0 }, end: { line: 4, character: 7 } } });
    view.receive({ type: 'panel', panel: panel('page.md', [preview([repeated])], () => 'Before.'), chosen: [] });
    expect(cards()[0].querySelector('.overlap')?.textContent).toBe('Repeated from the chunk before: Before.');
  });
});

describe('long texts', () => {
  const long = (): Preview => preview([chunk(0, 0, 50, { text: 'line\n'.repeat(50) }), chunk(1, 50, 51)]);
  const clipped = (): number => main.querySelectorAll('.clipped').length;
  const more = (): HTMLButtonElement | null => main.querySelector('button[aria-expanded]');

  it('show their beginning, all of it on demand, and stay so when something changes', () => {
    show(long());
    expect(clipped()).toBe(1);
    more()?.click();
    expect([clipped(), more()?.textContent, more()?.getAttribute('aria-expanded')]).toEqual([0, 'Show less', 'true']);
    show(long());
    expect(clipped()).toBe(0);
  });

  it('are all shown in full by one switch', () => {
    show(long());
    const check = bar.querySelector<HTMLInputElement>('#full-text') as HTMLInputElement;
    check.checked = true;
    check.dispatchEvent(new Event('change'));
    expect(clipped()).toBe(0);
  });
});

describe('what is not changed', () => {
  it('is not drawn again, so that focus and selection stay', () => {
    show(three());
    const before = cards();
    show(preview([chunk(0, 0, 5), chunk(1, 5, 9, { text: 'changed' }), chunk(2, 9, 12)]));
    const after = cards();
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    expect(after[2]).toBe(before[2]);
    show(preview([chunk(0, 0, 5)]));
    expect(cards()).toHaveLength(1);
  });
});

describe('the keyboard', () => {
  it('has one stop in the list, and moves from there', () => {
    show(three());
    expect(cards().map((card) => card.tabIndex)).toEqual([0, -1, -1]);
    cards()[0].focus();
    press('ArrowDown');
    expect(document.activeElement).toBe(cards()[1]);
    expect(sent.pop()).toMatchObject({ type: 'reveal', range: { start: { line: 5 } }, focus: false });
    expect(cards().map((card) => card.tabIndex)).toEqual([-1, 0, -1]);
    press('End');
    expect(document.activeElement).toBe(cards()[2]);
    press('ArrowDown');
    expect(document.activeElement).toBe(cards()[2]);
  });

  it('goes to the source with Enter and copies with C', () => {
    show(three());
    cards()[1].focus();
    press('Enter');
    expect(sent.pop()).toMatchObject({ type: 'reveal', range: { start: { line: 5 } }, focus: true });
    press('c');
    expect(sent.pop()).toEqual({ type: 'copy', column: 0, number: 2 });
  });

  it('crosses to the other profile beside', () => {
    show(three(), preview([chunk(0, 0, 5), chunk(1, 5, 7), chunk(2, 7, 12)]));
    cards().find((card) => card.dataset.key === '0/2')?.focus();
    press('ArrowRight');
    expect((document.activeElement as HTMLElement).dataset.key).toBe('1/2');
    press('ArrowLeft');
    expect((document.activeElement as HTMLElement).dataset.key).toBe('0/2');
  });
});

describe('the mouse', () => {
  it('reveals a card’s source, and a finding’s place', () => {
    show(preview([chunk(0, 0, 5), chunk(1, 5, 9, { findings: [0] })], { findings: [finding] }));
    cards()[1].click();
    expect(sent.pop()).toMatchObject({ type: 'reveal', range: { start: { line: 5 } }, focus: false });
    main.querySelector<HTMLButtonElement>('.finding')?.click();
    expect(sent).toEqual([{ type: 'reveal', range: finding.range, focus: true }]);
  });
});

describe('the cursor', () => {
  it('makes its card current in each column', () => {
    show(three(), three());
    view.receive({ type: 'cursor', cards: [2, 1] });
    expect(main.querySelector<HTMLElement>('.current')?.dataset.key).toBe('0/3');
    expect(main.querySelector<HTMLElement>('.counterpart')?.dataset.key).toBe('1/2');
    view.receive({ type: 'cursor', cards: [-1, -1] });
    expect(main.querySelector('.counterpart')).toBeNull();
  });
});

describe('the head', () => {
  const values = (id: string): string[] => [...bar.querySelectorAll<HTMLOptionElement>(`#${id} option`)].map((one) => one.value);

  it('offers the profiles, the others for comparison, and says which are in use', () => {
    show(three());
    expect(values('profile')).toEqual(['docs', 'small', 'fixed']);
    expect(values('compare')).toEqual(['', 'small', 'fixed']);
    expect(bar.querySelector('#profile option')?.textContent).toBe('docs (in use)');
    const select = bar.querySelector<HTMLSelectElement>('#compare') as HTMLSelectElement;
    select.value = 'small';
    select.dispatchEvent(new Event('change'));
    expect(sent.pop()).toEqual({ type: 'profile', column: 1, name: 'small' });
  });

  it('sums up the column', () => {
    show(preview([chunk(0, 0, 5, { tokens: 401 }), chunk(1, 5, 9, { tokens: 99 })], { findings: [finding] }));
    const facts = [...bar.querySelectorAll('.summary > *')].map((one) => one.textContent);
    expect(facts).toEqual(['2 chunks', 'median 250, largest 401 of 400 tokens', '1 over the limit', '1 problem']);
  });

  it('keeps its lists while someone types', () => {
    show(three());
    const select = bar.querySelector('#profile');
    show(preview([chunk(0, 0, 5)]));
    expect(bar.querySelector('#profile')).toBe(select);
  });

  it('remembers what is shown for the next window', () => {
    show(three(), three());
    expect(state).toEqual({ uri: 'file:///docs/page.md', profiles: ['docs', 'small'] });
  });
});

describe('without chunks', () => {
  it('says why, and the cards are gone', () => {
    show(three());
    view.receive({ type: 'notice', title: 'page.md', text: 'There is no profile none.', profiles: ['docs'], chosen: ['none'] });
    expect(cards()).toEqual([]);
    expect(main.textContent).toContain('There is no profile none.');
    show(three());
    expect(cards()).toHaveLength(3);
    expect(main.textContent).not.toContain('There is no profile');
  });
});
