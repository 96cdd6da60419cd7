import { describe, expect, it } from 'vitest';
import { statusText } from '../src/status/text';
import { words } from '../src/words';
import { json } from './messages';

const filled = (text: string, values: (string | number)[]): string => text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)]));
const english = words((message, ...values) => filled(message, values), 'en');
const bundle = json('l10n/bundle.l10n.zh-cn.json');
const chinese = words((message, ...values) => filled(bundle[message], values), 'zh-cn');

describe('the status bar', () => {
  it('counts chunks and problems', () => {
    expect(statusText('running', { chunks: 7, problems: 2 }, english)).toEqual({
      text: '$(layers) 7 chunks · 2 problems', label: 'chunklint: 7 chunks · 2 problems', tone: 'plain',
    });
    expect(statusText('running', { chunks: 1, problems: 1 }, english)?.text).toBe('$(layers) 1 chunk · 1 problem');
    expect(statusText('running', { chunks: 1234, problems: 0 }, english)?.text).toBe('$(layers) 1,234 chunks · 0 problems');
    expect(statusText('running', { chunks: 7, problems: 2 }, chinese)?.text).toBe('$(layers) 7 块 · 2 个问题');
  });

  it('says nothing of documents that were not checked, or after a stop', () => {
    expect(statusText('running', undefined, english)).toBeUndefined();
    expect(statusText('stopped', { chunks: 7, problems: 2 }, english)).toBeUndefined();
  });

  it('says when there is no server, and why', () => {
    expect(statusText('starting', undefined, english)?.text).toContain('$(sync~spin)');
    expect(statusText('failed', undefined, english)).toMatchObject({ tone: 'error', label: 'chunklint has stopped' });
    expect(statusText('noPython', undefined, chinese)).toMatchObject({ tone: 'warning', label: 'chunklint 找不到可用的 Python' });
  });
});

describe('a boundary', () => {
  it('names the chunk and its size in the unit of the profile', () => {
    expect(english.boundary(4, english.size(388, 'tokens'))).toBe('chunk 4 · 388 tokens');
    expect(chinese.boundary(4, chinese.size(1388, 'characters'))).toBe('第 4 块 · 1,388 个字符');
  });
});
