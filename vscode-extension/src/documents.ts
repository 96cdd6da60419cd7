/** Which documents chunklint reads in the editor. */

import * as vscode from 'vscode';

export const LANGUAGES = ['markdown', 'mdx'];
const SCHEMES = ['file', 'untitled'];

const DOCUMENTS = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));

/** What the server is asked about: documents, and the cells of notebooks, which it knows as parts of theirs. */
export const SELECTOR = [...DOCUMENTS, { notebook: 'jupyter-notebook' }];

export function isDocument(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document !== undefined && vscode.languages.match(DOCUMENTS, document) > 0;
}
