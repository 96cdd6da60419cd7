import { describe, expect, it } from 'vitest';
import { page } from '../src/preview/page';

const made = page({ source: 'https://cdn', script: 'https://cdn/webview.js', style: 'https://cdn/webview.css', nonce: 'abc', locale: 'zh-cn' });

describe('the panel’s page', () => {
  it('runs its own script, loads its own style, and nothing else from anywhere', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(made)?.[1];
    expect(policy).toBe("default-src 'none'; style-src https://cdn; script-src 'nonce-abc'");
    expect(made.match(/<script[^>]*>/g)).toEqual(['<script nonce="abc" src="https://cdn/webview.js">']);
    expect(made).not.toMatch(/style=|onclick|unsafe/);
  });

  it('is in the editor’s language', () => expect(made).toContain('<html lang="zh-cn">'));
});
