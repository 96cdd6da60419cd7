import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, messages, ROOT } from './messages';

const HAN = /\p{Script=Han}/u;
const placeholders = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([one]) => one).sort();

describe('everything shown is there in Chinese', () => {
  it('translates the messages of the sources, and no others', () => {
    const translated = json('l10n/bundle.l10n.zh-cn.json');
    expect(Object.keys(translated).sort()).toEqual([...messages()].sort());
  });

  it('translates the names and descriptions of package.json', () => {
    const english = json('package.nls.json');
    const chinese = json('package.nls.zh-cn.json');
    expect(Object.keys(chinese)).toEqual(Object.keys(english));
    const used = [...JSON.stringify(json('package.json')).matchAll(/%([\w.]+)%/g)].map((match) => match[1]);
    expect(new Set(used)).toEqual(new Set(Object.keys(english)));
  });

  it('keeps placeholders and commands, and leaves nothing in English', () => {
    const pairs = [
      ...Object.entries(json('l10n/bundle.l10n.zh-cn.json')),
      ...Object.entries(json('package.nls.json')).map(([key, text]) => [text, json('package.nls.zh-cn.json')[key]]),
    ];
    for (const [english, chinese] of pairs) {
      expect(placeholders(chinese), chinese).toEqual(placeholders(english));
      expect(chinese.match(/\(command:[\w.]+\)/g), chinese).toEqual(english.match(/\(command:[\w.]+\)/g));
      expect(HAN.test(chinese) || ['chunklint', '{0} token'].includes(chinese) || chinese.endsWith('.zh-cn.png'), chinese).toBe(true);
    }
  });

  it('has the pictures of the walkthrough and the read-me in both languages, and no others', () => {
    const pictures = readdirSync(path.join(ROOT, 'media/walkthrough'));
    const pages = ['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'README.md', 'README.zh-CN.md'];
    const text = pages.map((page) => readFileSync(path.join(ROOT, page), 'utf8')).join('\n');
    const named = [...text.matchAll(/media\/walkthrough\/([\w.-]+)/g)].map((match) => match[1]);
    expect(pictures.sort()).toEqual([...new Set(named)].sort());
  });

  it('has the project’s licence', () => {
    expect(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(ROOT, '../LICENSE'), 'utf8'));
  });
});
