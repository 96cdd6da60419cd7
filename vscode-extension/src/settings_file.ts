/** Opens the settings file that holds for the active document, or begins one; what it means is the server's business. */

import * as vscode from 'vscode';

const NAMES = ['chunklint.toml', '.chunklint.toml'];
const PYPROJECT = 'pyproject.toml';
const SECTION = /^\s*\[tool\.chunklint\b/m;

/** Shows the nearest settings file, upwards to the workspace's folder; an unsaved new one where there is none. */
export async function openSettingsFile(): Promise<void> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const own = active && vscode.workspace.getWorkspaceFolder(active)?.uri;
  const folder = own ?? vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    return;
  }
  const found = await nearest(own && active ? vscode.Uri.joinPath(active, '..') : folder, folder);
  if (found !== undefined) {
    await vscode.window.showTextDocument(found);
    return;
  }
  const uri = vscode.Uri.joinPath(folder, NAMES[0]).with({ scheme: 'untitled' });
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  if (document.getText() === '') {
    await editor.insertSnippet(new vscode.SnippetString(firstSettings()));
  }
}

async function nearest(start: vscode.Uri, top: vscode.Uri): Promise<vscode.Uri | undefined> {
  for (let folder = start; ; folder = vscode.Uri.joinPath(folder, '..')) {
    for (const name of NAMES) {
      const uri = vscode.Uri.joinPath(folder, name);
      if ((await text(uri)) !== undefined) {
        return uri;
      }
    }
    const project = vscode.Uri.joinPath(folder, PYPROJECT);
    if (SECTION.test((await text(project)) ?? '')) {
      return project;
    }
    if (folder.path.length <= top.path.length) {
      return undefined;
    }
  }
}

async function text(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** A settings file to begin with; the names are the ones that `chunklint init` writes. */
function firstSettings(): string {
  const note = vscode.l10n.t('How these docs are cut into chunks.');
  return [`# ${note}`, 'profile = "docs"', '', '[profiles.docs]', 'splitter = "structure"', 'max-tokens = ${1:400}', ''].join('\n');
}
