/** Reads the extension's settings; what they mean to the server is the server's business. */

import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ImportStrategy, Wishes } from './server/discovery';

export const SECTION = 'chunklint';

/** Settings that decide which server runs and how it is started. */
export const RESTARTING = ['path', 'interpreter', 'importStrategy'].map((name) => `${SECTION}.${name}`);

/** One setting's value. */
export function setting<T>(name: string, fallback: T): T {
  return vscode.workspace.getConfiguration(SECTION).get<T>(name, fallback);
}

/** What the settings say about which server to run. */
export function wishes(): Wishes {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  return {
    trusted: vscode.workspace.isTrusted,
    path: expandedCommand(setting<string[]>('path', []), folder),
    interpreter: expandedCommand(setting<string[]>('interpreter', []), folder),
    importStrategy: setting<ImportStrategy>('importStrategy', 'fromEnvironment'),
  };
}

/** The section as the server gets it: placeholders replaced, files by their full path. */
export function forServer(section: Record<string, unknown>, folder: string | undefined): Record<string, unknown> {
  const { config, showChunks, profile, language, underline, workspaceDiagnostics } = section;
  const file = typeof config === 'string' && config !== '' ? expanded(config, folder) : '';
  const absolute = file === '' || path.isAbsolute(file) || folder === undefined ? file : path.join(folder, file);
  return { config: absolute, showChunks, profile: profile ?? '', language, underline, workspaceDiagnostics };
}

/** Text with `${workspaceFolder}`, `${userHome}`, `${env:NAME}` and a leading `~` replaced. */
export function expanded(text: string, folder: string | undefined): string {
  return text
    .replace(/\$\{workspaceFolder\}/g, () => folder ?? '')
    .replace(/\$\{userHome\}/g, () => os.homedir())
    .replace(/\$\{env:([^}]+)\}/g, (_, name: string) => process.env[name] ?? '')
    .replace(/^~(?=$|[\\/])/, () => os.homedir());
}

/** A command with its placeholders replaced; settings that hold something else than words count as empty. */
function expandedCommand(words: unknown, folder: string | undefined): string[] {
  const all: unknown[] = Array.isArray(words) ? words : typeof words === 'string' && words !== '' ? [words] : [];
  return all.filter((word) => typeof word === 'string').map((word) => expanded(word, folder));
}
