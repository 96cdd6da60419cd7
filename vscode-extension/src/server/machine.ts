/** Looks at this machine for discovery: the PATH, Pythons and what is installed for them. It decides nothing. */

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import type { Machine, Python } from './discovery';

/** Milliseconds that a Python may take to say what it is: ten times a slow start on a busy machine. */
const PATIENCE = 10_000;
const USUAL = ['python3', 'python'];
const VERSIONED = ['python3.14', 'python3.13', 'python3.12', 'python3.11'];
const LAUNCHER = ['py', '-3'];

const WHAT_IT_IS =
  'import sys, sysconfig; v = sys.version_info; t = sysconfig.get_config_var("Py_GIL_DISABLED"); ' +
  'print("%s %d %d %s" % (sys.implementation.name, v[0], v[1], "t" if t else ""))';
const WHAT_IS_INSTALLED = 'from importlib.metadata import version; print(version("chunklint-lsp"))';

/** The machine as seen from an extension in `extensionPath` with a workspace of `folders`. */
export function machineFor(
  extensionPath: string,
  folders: string[],
  environments: () => Promise<string[][]>,
  log: (message: string) => void,
): Machine {
  return {
    environments,
    log,
    onPath: () => {
      const windows = process.platform === 'win32';
      const find = (names: string[]): string[][] => onPath(names, process.env, folders, windows);
      return { usual: find(windows ? [LAUNCHER[0], ...USUAL] : USUAL), versioned: windows ? [] : find(VERSIONED) };
    },
    inWorkspace: (command) => isInside(command[0], folders),
    probe: (command) => probe(command, log),
    installed: (python) => installed(python),
    bundledTags: () => bundledTags(extensionPath),
  };
}

/** Absolute commands of programs on a PATH; what lies in the workspace, or is found by its current folder, is not. */
export function onPath(names: string[], environment: NodeJS.ProcessEnv, folders: string[], windows: boolean): string[][] {
  const entries = (environment.PATH ?? environment.Path ?? '').split(windows ? ';' : ':');
  const found: string[][] = [];
  for (const name of names) {
    for (const entry of entries) {
      const file = path.join(entry, windows ? `${name}.exe` : name);
      if (path.isAbsolute(entry) && existsSync(file) && !isInside(file, folders)) {
        found.push(name === LAUNCHER[0] ? [file, ...LAUNCHER.slice(1)] : [file]);
        break;
      }
    }
  }
  return found;
}

/** Whether a file lies in one of the folders, by its name or by where its links lead; one without a full path may. */
export function isInside(file: string, folders: string[]): boolean {
  if (!path.isAbsolute(file)) {
    return true;
  }
  const places = [path.normalize(file), real(file)];
  return folders
    .flatMap((folder) => [path.normalize(folder), real(folder)])
    .some((folder) => places.some((place) => leadsDown(folder, place)));
}

function leadsDown(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== '..';
}

function real(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.normalize(file);
  }
}

async function probe(command: string[], log: (message: string) => void): Promise<Python | undefined> {
  const answer = await output([...command, '-I', '-c', WHAT_IT_IS]);
  const [name, major, minor, threads = ''] = answer.text.split(' ');
  if (!answer.ok || !/^\d+$/.test(major ?? '') || !/^\d+$/.test(minor ?? '')) {
    log(`${command.join(' ')}: no Python that starts${answer.ok ? '' : ` (${answer.text})`}`);
    return undefined;
  }
  const tag = `${name === 'cpython' ? 'cp' : name}${major}${minor}${threads}`;
  return { command, version: [Number(major), Number(minor)], tag };
}

/** With `-P` the workspace, in which this may run, is not on the module path; user packages are. */
async function installed(python: Python): Promise<string | undefined> {
  const answer = await output([...python.command, '-P', '-c', WHAT_IS_INSTALLED]);
  return answer.ok && answer.text !== '' ? answer.text : undefined;
}

function bundledTags(extensionPath: string): string[] {
  try {
    return readdirSync(path.join(extensionPath, 'bundled', 'libs')).filter((name) => name !== 'common');
  } catch {
    return [];
  }
}


function output([program, ...words]: string[]): Promise<{ ok: boolean; text: string }> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: PATIENCE, windowsHide: true }, (error, stdout) => {
      const reason = error?.killed ? 'no answer' : `it ended with ${String(error?.code ?? error?.signal)}`;
      resolve(error ? { ok: false, text: reason } : { ok: true, text: stdout.trim() });
    });
  });
}
