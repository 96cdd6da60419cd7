/** Finds the messages that the sources hand to translation, for tests that compare them with the translations. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.dirname(__dirname);

const CALL = /\bt\(\s*'((?:[^'\\]|\\.)*)'/g;

export function messages(): Set<string> {
  const files = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const found = files.flatMap((file) => [...readFileSync(path.join(ROOT, 'src', file), 'utf8').matchAll(CALL)]);
  return new Set(found.map((match) => match[1].replace(/\\(.)/g, '$1')));
}

export function json(file: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Record<string, string>;
}
