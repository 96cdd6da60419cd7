/** Draws the panel's head: which profiles are shown, how long texts are, and the figures of each column. */

import type { Column } from '../preview/card';
import { filled, type PanelWords } from '../preview/panel_words';
import { element } from './elements';

export interface ToolbarActions {
  choose(column: number, name: string): void;
  fullText(on: boolean): void;
}

export interface ToolbarLook {
  words: PanelWords;
  profiles: string[];
  active: string[];
  /** The profile of each column. */
  chosen: string[];
  fullText: boolean;
}

export function toolbar(look: ToolbarLook, actions: ToolbarActions): HTMLElement {
  const { words, profiles, chosen } = look;
  const first = select('profile', words.profile, profiles, look.active, words.inUse, chosen[0] ?? '', (name) => actions.choose(0, name));
  const others = profiles.filter((name) => name !== chosen[0]);
  const second = select('compare', words.compare, others, look.active, words.inUse, chosen[1] ?? '', (name) => actions.choose(1, name), words.noComparison);
  const check = element('input', { type: 'checkbox', id: 'full-text', checked: look.fullText });
  check.addEventListener('change', () => actions.fullText(check.checked));
  const full = element('label', { class: 'check' }, check, words.fullText);
  return element('div', { class: 'controls' }, first, second, full);
}

/** The figures of a column in one line. */
export function summary(column: Column, words: PanelWords, locale: string, withName: boolean): HTMLElement {
  const said = words.summary;
  const number = (value: number): string => value.toLocaleString(locale);
  const count = column.count === 1 ? said.chunk : filled(said.chunks, number(column.count));
  const limit = filled(words.unit[column.unit], number(column.limit));
  const facts = [
    element('strong', {}, count),
    element('span', {}, filled(said.sizes, number(column.median), number(column.largest), limit)),
  ];
  if (column.over > 0) {
    facts.push(element('span', { class: 'over' }, filled(said.over, number(column.over))));
  }
  const problems = column.problems === 0 ? said.clean : column.problems === 1 ? said.problem : filled(said.problems, number(column.problems));
  if (!withName) {
    facts.push(element('span', {}, problems));
  }
  const name = withName ? [element('span', { class: 'profile-name' }, column.profile)] : [];
  return element('p', { class: 'summary' }, ...name, ...facts);
}

function select(
  id: string,
  label: string,
  names: string[],
  active: string[],
  inUse: string,
  chosen: string,
  onChange: (name: string) => void,
  none?: string,
): HTMLElement {
  const options = names.map((name) => {
    const option = element('option', { value: name }, active.includes(name) ? filled(inUse, name) : name);
    option.selected = name === chosen;
    return option;
  });
  if (none !== undefined) {
    const option = element('option', { value: '' }, none);
    option.selected = chosen === '';
    options.unshift(option);
  }
  const made = element('select', { id }, ...options);
  made.addEventListener('change', () => onChange(made.value));
  return element('span', { class: 'field' }, element('label', { for: id }, label), made);
}
