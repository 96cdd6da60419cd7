import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../src/server/command';
import { isInside, machineFor, onPath } from '../src/server/machine';
import { Restarts } from '../src/server/restarts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'chunklint-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function program(...parts: string[]): string {
  const file = path.join(root, ...parts);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

describe('Pythons on the PATH', () => {
  it('are found once by each name, in its order', () => {
    const first = program('a', 'python3');
    program('b', 'python3');
    const other = program('b', 'python');
    const environment = { PATH: [path.join(root, 'a'), path.join(root, 'b')].join(':') };
    expect(onPath(['python3', 'python'], environment, [], false)).toEqual([[first], [other]]);
  });

  it('in the workspace, or in whatever folder is current, are left out', () => {
    program('work', 'bin', 'python3');
    const fine = program('usr', 'python3');
    const environment = { PATH: ['.', '', path.join(root, 'work/bin'), path.join(root, 'usr')].join(':') };
    expect(onPath(['python3'], environment, [path.join(root, 'work')], false)).toEqual([[fine]]);
  });

  it('include the launcher on Windows, which is asked for Python 3', () => {
    const py = program('py.exe');
    expect(onPath(['py', 'python3'], { Path: root }, [], true)).toEqual([[py, '-3']]);
  });
});

describe('what lies in the workspace', () => {
  it('is told by names and by where links lead', () => {
    const inside = program('work', 'python');
    const link = path.join(root, 'link');
    symlinkSync(inside, link);
    const work = path.join(root, 'work');
    expect(isInside(inside, [work])).toBe(true);
    expect(isInside(link, [work])).toBe(true);
    expect(isInside(program('workshop', 'python'), [work])).toBe(false);
    expect(isInside('python3', [])).toBe(true);
  });
});

describe('a real Python', () => {
  const machine = machineFor('/nowhere', [], async () => [], () => undefined);
  it('says what it is', async () => {
    const [command] = machine.onPath().usual;
    const python = await machine.probe(command);
    expect(python?.tag).toMatch(/^cp3\d+t?$/);
    expect(python?.tag).toContain(`cp3${python?.version[1]}`);
  });

  it('is no program that answers something else, or is not there', async () => {
    expect(await machine.probe(['/bin/echo'])).toBeUndefined();
    expect(await machine.probe([path.join(root, 'none')])).toBeUndefined();
    expect(machine.bundledTags()).toEqual([]);
  });
});

describe('the command', () => {
  const python = { command: ['py', '-3'], version: [3, 12] as [number, number], tag: 'cp312' };
  it('runs the bundled server without what surrounds it', () => {
    const launch = path.join('/ext', 'bundled', 'launch.py');
    expect(commandLine({ kind: 'bundled', python }, '/ext')).toEqual({ command: 'py', args: ['-3', '-I', launch] });
  });
  it('runs an installed one without the current folder', () => {
    const found = commandLine({ kind: 'environment', python, version: '0.1.0' }, '/ext');
    expect(found).toEqual({ command: 'py', args: ['-3', '-P', '-m', 'chunklint', 'server'] });
  });
  it('adds the word server to a path', () => {
    expect(commandLine({ kind: 'path', command: ['/x/chunklint'] }, '/ext')).toEqual({ command: '/x/chunklint', args: ['server'] });
  });
});

describe('restarts', () => {
  it('are allowed a few times within minutes, and again later', () => {
    const restarts = new Restarts();
    expect([0, 1, 2, 3, 4].map((second) => restarts.allows(second * 1000))).toEqual([true, true, true, true, false]);
    expect(restarts.allows(10 * 60 * 1000)).toBe(true);
  });
});
