/** Everything that is said in more than one place, in the editor's language. */

/** `vscode.l10n.t`, handed in so that tests need no editor. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

export interface Words {
  starting: string;
  serverDown: string;
  noPython: string;
  chunks(count: number): string;
  problems(count: number): string;
  /** A boundary in the text: "chunk 4 · 388 tokens". */
  boundary(number: number, size: string): string;
  size(count: number, unit: string): string;
}

export function words(t: Translate, locale: string): Words {
  const number = (value: number): string => value.toLocaleString(locale);
  return {
    starting: t('chunklint is starting'),
    serverDown: t('chunklint has stopped'),
    noPython: t('chunklint found no Python to run on'),
    chunks: (count) => (count === 1 ? t('1 chunk') : t('{0} chunks', number(count))),
    problems: (count) => (count === 1 ? t('1 problem') : t('{0} problems', number(count))),
    boundary: (at, size) => t('chunk {0} · {1}', at, size),
    size: (count, unit) => (unit === 'characters' ? t('{0} characters', number(count)) : t('{0} tokens', number(count))),
  };
}
