import { describe, expect, it } from 'vitest';
import { discover, isAtLeast, type Machine, type Python, type Wishes } from '../src/server/discovery';

const python = (name: string, minor = 12, tag = `cp3${minor}`): Python => ({ command: [name], version: [3, minor], tag });

/** A machine with these Pythons; `chunklint` says for which one which version is installed. */
function machine(pythons: Python[], chunklint: Record<string, string> = {}, more: Partial<Machine> = {}): Machine {
  return {
    environments: async () => [],
    onPath: () => ({ usual: pythons.map((one) => one.command), versioned: [] }),
    inWorkspace: ([program]) => program.startsWith('/workspace/'),
    probe: async ([program]) => pythons.find((one) => one.command[0] === program),
    installed: async ({ command }) => chunklint[command[0]],
    bundledTags: () => ['cp311', 'cp312'],
    log: () => undefined,
    ...more,
  };
}

const wishes = (some: Partial<Wishes> = {}): Wishes => ({
  trusted: true,
  path: [],
  interpreter: [],
  importStrategy: 'fromEnvironment',
  ...some,
});

describe('which server runs', () => {
  it('is the command of chunklint.path before anything else', async () => {
    const found = await discover(wishes({ path: ['/opt/chunklint', '-v'] }), machine([python('python3')], { python3: '0.1.0' }));
    expect(found).toEqual({ kind: 'path', command: ['/opt/chunklint', '-v'] });
  });

  it('is the chunklint of the interpreter that the settings name, then of the chosen environment, then of the PATH', async () => {
    const all = [python('set'), python('chosen'), python('python3')];
    const here = (chunklint: Record<string, string>): Machine =>
      machine(all, chunklint, { environments: async () => [['chosen']], onPath: () => ({ usual: [['python3']], versioned: [] }) });
    const wanted = wishes({ interpreter: ['set'] });
    const everywhere = { set: '0.1.0', chosen: '0.2.0', python3: '0.3.0' };
    expect(await discover(wanted, here(everywhere))).toMatchObject({ kind: 'environment', version: '0.1.0' });
    expect(await discover(wanted, here({ chosen: '0.2.0', python3: '0.3.0' }))).toMatchObject({ version: '0.2.0' });
    expect(await discover(wanted, here({ python3: '0.3.0' }))).toMatchObject({ version: '0.3.0' });
  });

  it('is the bundled one where no environment has chunklint, or only one from before', async () => {
    expect(await discover(wishes(), machine([python('python3')]))).toEqual({ kind: 'bundled', python: python('python3') });
    const old = machine([python('python3')], { python3: '0.0.9' });
    expect(await discover(wishes(), old)).toMatchObject({ kind: 'bundled' });
  });

  it('is the bundled one where the settings say so, on the interpreter that they name', async () => {
    const both = machine([python('set', 11), python('python3')], { set: '0.1.0' }, { onPath: () => ({ usual: [['python3']], versioned: [] }) });
    const found = await discover(wishes({ interpreter: ['set'], importStrategy: 'useBundled' }), both);
    expect(found).toEqual({ kind: 'bundled', python: python('set', 11) });
  });

  it('is the bundled one on the first Python that it has packages for', async () => {
    const some = machine([python('new', 15), python('free', 12, 'cp312t'), python('fits', 11)]);
    expect(await discover(wishes(), some)).toMatchObject({ kind: 'bundled', python: { command: ['fits'] } });
  });
});

describe('in a workspace that is not trusted', () => {
  it('only the bundled server runs, whatever the settings and environments say', async () => {
    const here = machine([python('/usr/bin/python3')], { '/usr/bin/python3': '0.1.0' });
    const found = await discover(wishes({ trusted: false, path: ['/workspace/evil'] }), here);
    expect(found).toMatchObject({ kind: 'bundled', python: { command: ['/usr/bin/python3'] } });
  });

  it('no Python of the workspace is started, not even to ask what it is', async () => {
    const started: string[] = [];
    const here = machine([python('/workspace/.venv/bin/python'), python('/usr/bin/python3')], {}, {
      environments: async () => [['/workspace/.venv/bin/python']],
      probe: async ([program]) => {
        started.push(program);
        return python(program);
      },
    });
    await discover(wishes({ trusted: false, interpreter: ['/workspace/.venv/bin/python'] }), here);
    expect(started).toEqual(['/usr/bin/python3']);
  });

  it('the Python that a user has set for all workspaces may run the bundled server', async () => {
    const here = machine([python('/opt/python'), python('/usr/bin/python3')]);
    const found = await discover(wishes({ trusted: false, interpreter: ['/opt/python'] }), here);
    expect(found).toMatchObject({ kind: 'bundled', python: { command: ['/opt/python'] } });
  });
});

describe('without a server', () => {
  it('says whether there is no Python, only an old one, or one without packages', async () => {
    expect(await discover(wishes(), machine([]))).toEqual({ kind: 'none', reason: 'noPython', seen: [] });
    expect(await discover(wishes(), machine([python('python3', 9)]))).toEqual({ kind: 'none', reason: 'tooOld', seen: ['3.9 (python3)'] });
    expect(await discover(wishes(), machine([python('python3', 15)]))).toMatchObject({ reason: 'notBundled' });
  });

  it('asks Pythons with a version in their name only for want of others', async () => {
    const asked: string[] = [];
    const probe = async ([program]: string[]): Promise<Python | undefined> => {
      asked.push(program);
      return program === 'python3' ? python('python3', 9) : program === 'python3.12' ? python('python3.12') : undefined;
    };
    const onPath = () => ({ usual: [['python3']], versioned: [['python3.13'], ['python3.12'], ['python3.11']] });
    const found = await discover(wishes(), machine([], { 'python3.12': '0.1.0' }, { probe, onPath }));
    expect(found).toMatchObject({ kind: 'bundled', python: { command: ['python3.12'] } });
    expect(asked).toEqual(['python3', 'python3.13', 'python3.12']);
  });

  it('asks each Python once', async () => {
    let asked = 0;
    const same = machine([python('python3')], {}, {
      environments: async () => [['python3']],
      probe: async () => {
        asked++;
        return undefined;
      },
    });
    await discover(wishes({ interpreter: ['python3'] }), same);
    expect(asked).toBe(1);
  });
});

describe('versions', () => {
  it.each([
    ['0.1.0', '0.1.0', true],
    ['0.10.0', '0.9.1', true],
    ['0.1', '0.1.0', true],
    ['1.0.0rc1', '0.1.0', true],
    ['0.0.9', '0.1.0', false],
    ['nonsense', '0.1.0', false],
  ])('%s for %s: %s', (version, oldest, fits) => expect(isAtLeast(version, oldest)).toBe(fits));
});
