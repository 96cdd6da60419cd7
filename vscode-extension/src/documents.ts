/** Which documents chunklint reads in the editor. */

import * as vscode from 'vscode';

export const LANGUAGES = ['markdown', 'mdx'];
const SCHEMES = ['file', 'untitled'];
const NOTEBOOK = 'jupyter-notebook';

const DOCUMENTS = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
/** Settings files are checked while they are written; see chunklint/server/settings_buffers.py. */
const SETTINGS_FILES = { scheme: 'file', pattern: '**/{chunklint,.chunklint,pyproject}.toml' };

/** What the server is told of: documents, the cells of notebooks, which it knows as parts of theirs, and settings. */
export const SELECTOR = [...DOCUMENTS, { notebook: NOTEBOOK }, SETTINGS_FILES];

export function isDocument(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && vscode.languages.match(DOCUMENTS, document) > 0;
}

export function isNotebook(notebook: vscode.NotebookDocument | undefined): notebook is vscode.NotebookDocument {
  return notebook?.notebookType === NOTEBOOK;
}
