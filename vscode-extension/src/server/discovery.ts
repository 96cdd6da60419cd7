/** Decides which server to run, from what the settings say and the machine has; it starts nothing itself. */

export type ImportStrategy = 'fromEnvironment' | 'useBundled';

/** What the settings say; `trusted` is the workspace's. */
export interface Wishes {
  trusted: boolean;
  path: string[];
  interpreter: string[];
  importStrategy: ImportStrategy;
}

/** A Python that runs: `tag` is `cp311` for CPython 3.11, with a `t` for a free-threaded build. */
export interface Python {
  command: string[];
  version: [major: number, minor: number];
  tag: string;
}

/** What discovery asks of the machine. */
export interface Machine {
  /** Interpreters of the Python extensions' chosen environments; workspaces may choose these. */
  environments(): Promise<string[][]>;
  /** Interpreters on the PATH, outside the workspace: by their usual names, and by those with a version. */
  onPath(): { usual: string[][]; versioned: string[][] };
  /** Whether a command lies in the workspace, which decides what it is. */
  inWorkspace(command: string[]): boolean;
  /** What a command is, undefined if it is no Python that starts. */
  probe(command: string[]): Promise<Python | undefined>;
  /** The version of chunklint installed for a Python, undefined if there is none. */
  installed(python: Python): Promise<string | undefined>;
  /** The tags that the bundle has packages for. */
  bundledTags(): string[];
  log(message: string): void;
}

export type Server =
  | { kind: 'path'; command: string[] }
  | { kind: 'environment'; python: Python; version: string }
  | { kind: 'bundled'; python: Python };

/** Why there is no server: no Python at all, only too old ones, or none that the bundle has packages for. */
export interface Nothing {
  kind: 'none';
  reason: 'noPython' | 'tooOld' | 'notBundled';
  seen: string[];
}

/** The oldest Python that chunklint runs on; see `requires-python` in its pyproject.toml. */
export const OLDEST_PYTHON: [number, number] = [3, 11];
/** The oldest chunklint whose server speaks what this extension expects. */
export const OLDEST_CHUNKLINT = '0.1.0';

/**
 * The server to run. In a workspace that is not trusted only the bundled server runs, on a Python from outside it.
 */
export async function discover(wishes: Wishes, machine: Machine): Promise<Server | Nothing> {
  if (wishes.trusted && wishes.path.length > 0) {
    machine.log(`using chunklint.path: ${wishes.path.join(' ')}`);
    return { kind: 'path', command: wishes.path };
  }
  const { likely, others } = await candidates(wishes, machine);
  const probed = new Map<string[], Python | undefined>();
  const probe = async (command: string[]): Promise<Python | undefined> => {
    if (!probed.has(command)) {
      probed.set(command, await machine.probe(command));
    }
    return probed.get(command);
  };
  if (wishes.trusted && wishes.importStrategy === 'fromEnvironment') {
    for (const command of likely) {
      const python = await probe(command);
      const version = python && isFit(python) ? await machine.installed(python) : undefined;
      if (python !== undefined && version !== undefined && isAtLeast(version, OLDEST_CHUNKLINT)) {
        machine.log(`using chunklint ${version} of ${command.join(' ')}`);
        return { kind: 'environment', python, version };
      }
      machine.log(`${command.join(' ')}: ${version ? `chunklint ${version} is too old` : 'no chunklint to run'}`);
    }
  }
  const tags = machine.bundledTags();
  for (const command of [...likely, ...others]) {
    const python = await probe(command);
    if (python !== undefined && isFit(python) && tags.includes(python.tag)) {
      machine.log(`using the bundled chunklint on ${command.join(' ')} (${python.tag})`);
      return { kind: 'bundled', python };
    }
  }
  return nothing([...probed.values()].filter((one) => one !== undefined));
}

function nothing(pythons: Python[]): Nothing {
  const seen = pythons.map((one) => `${one.version.join('.')} (${one.command.join(' ')})`);
  return { kind: 'none', reason: pythons.some(isFit) ? 'notBundled' : pythons.length > 0 ? 'tooOld' : 'noPython', seen };
}

/** Interpreters to try, the most wished for first; `others` are good for the bundled server only. */
async function candidates(wishes: Wishes, machine: Machine): Promise<{ likely: string[][]; others: string[][] }> {
  const chosen = wishes.interpreter.length > 0 ? [wishes.interpreter] : [];
  const environments = wishes.trusted ? await machine.environments() : [];
  const onPath = machine.onPath();
  const seen = new Set<string>();
  const fresh = (command: string[]): boolean => {
    const key = command.join('\0');
    const isFresh = !seen.has(key) && (wishes.trusted || !machine.inWorkspace(command));
    seen.add(key);
    return isFresh;
  };
  const likely = [...chosen, ...environments, ...onPath.usual].filter(fresh);
  return { likely, others: onPath.versioned.filter(fresh) };
}

function isFit(python: Python): boolean {
  return compare(python.version, OLDEST_PYTHON) >= 0;
}

/** Whether a version is another one or later; what follows the numbers (`rc1`, `.dev2`) does not count. */
export function isAtLeast(version: string, oldest: string): boolean {
  const numbers = (text: string): number[] => (/^\d+(\.\d+)*/.exec(text)?.[0] ?? '0').split('.').map(Number);
  return compare(numbers(version), numbers(oldest)) >= 0;
}

function compare(left: number[], right: number[]): number {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
