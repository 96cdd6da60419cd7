import { describe, expect, it } from 'vitest';
import { withoutMessage } from '../src/hover';

describe('a hover', () => {
  it('leaves the message to the editor, which shows it above', () => {
    const hover = '**CL101 table-split-from-header**\n\nThis table \\*needs\\* 2 chunks.\n\n---\n\n## What it does\n\nReports.\n\n---\n\nRest';
    expect(withoutMessage(hover)).toBe('**CL101 table-split-from-header**\n\n## What it does\n\nReports.\n\n---\n\nRest');
  });

  it('on a heading stays as it is', () => {
    const hover = "Profile 'docs', at most 400 tokens:\n\n- chunk 1 · 89 tokens";
    expect(withoutMessage(hover)).toBe(hover);
  });
});
