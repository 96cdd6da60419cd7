/** Asks the Python extensions, where they are installed, which environment is chosen; neither is required. */

import * as vscode from 'vscode';

// The parts of the two extensions' APIs that are used here.
interface PythonEnvironments {
  getEnvironment(scope: vscode.Uri | undefined): Promise<{ execInfo?: { run?: { executable: string; args?: string[] } } } | undefined>;
  onDidChangeEnvironment?: vscode.Event<unknown>;
}
interface PythonExtension {
  ready?: Promise<void>;
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(path: unknown): Promise<{ executable?: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

const ENVIRONMENTS = 'ms-python.vscode-python-envs';
const PYTHON = 'ms-python.python';

/** Milliseconds that another extension may take to answer before it is done without. */
const PATIENCE = 10_000;

/** The interpreters chosen for the workspace, the newer extension's first. */
export async function chosenInterpreters(log: (message: string) => void): Promise<string[][]> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const asked = [
    { id: ENVIRONMENTS, ask: () => fromEnvironments(folder) },
    { id: PYTHON, ask: () => fromPython(folder) },
  ];
  const found: string[][] = [];
  for (const { id, ask } of asked) {
    try {
      const command = await withPatience(ask());
      if (command !== undefined) {
        log(`${id} has chosen ${command.join(' ')}`);
        found.push(command);
      }
    } catch (error) {
      log(`${id} did not say which environment is chosen: ${String(error)}`);
    }
  }
  return found;
}

/** Calls back when another environment is chosen, for as long as what it returns is not disposed. */
export function onInterpreterChanged(changed: () => void): vscode.Disposable {
  const subscriptions: vscode.Disposable[] = [];
  const subscribe = async (): Promise<void> => {
    const environments = await api<PythonEnvironments>(ENVIRONMENTS);
    const python = await api<PythonExtension>(PYTHON);
    for (const event of [environments?.onDidChangeEnvironment, python?.environments?.onDidChangeActiveEnvironmentPath]) {
      if (event !== undefined) {
        subscriptions.push(event(changed));
      }
    }
  };
  // An extension that fails to start is that extension's to report.
  subscribe().catch(() => undefined);
  return { dispose: () => subscriptions.forEach((one) => one.dispose()) };
}

async function fromEnvironments(folder: vscode.Uri | undefined): Promise<string[] | undefined> {
  const environment = await (await api<PythonEnvironments>(ENVIRONMENTS))?.getEnvironment(folder);
  const run = environment?.execInfo?.run;
  return run === undefined ? undefined : [run.executable, ...(run.args ?? [])];
}

async function fromPython(folder: vscode.Uri | undefined): Promise<string[] | undefined> {
  const extension = await api<PythonExtension>(PYTHON);
  if (extension === undefined) {
    return undefined;
  }
  await extension.ready;
  const active = extension.environments.getActiveEnvironmentPath(folder);
  const executable = (await extension.environments.resolveEnvironment(active))?.executable?.uri?.fsPath;
  return executable === undefined ? undefined : [executable];
}

async function api<T>(id: string): Promise<T | undefined> {
  const extension = vscode.extensions.getExtension<T>(id);
  return extension === undefined ? undefined : await extension.activate();
}

async function withPatience<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${PATIENCE / 1000} s`)), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
