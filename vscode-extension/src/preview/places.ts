/** Finds places of documents and notebooks in the editor's windows: what is in front, where the cursor is, what is there. */

import * as vscode from 'vscode';
import { isDocument, isNotebook } from '../documents';
import type { Range } from './model';

/** Where somebody is: in a document, or in a cell of a notebook, by its index; `isWhole` if nobody writes in that. */
export interface Cursor {
  uri: vscode.Uri;
  cell: number;
  place: vscode.Position;
  isWhole: boolean;
}

/** The document or notebook in front; while a panel is, the one beside it. */
export function inFront(): vscode.Uri | undefined {
  const { activeNotebookEditor, activeTextEditor, visibleNotebookEditors, visibleTextEditors } = vscode.window;
  if (isNotebook(activeNotebookEditor?.notebook)) {
    return activeNotebookEditor.notebook.uri;
  }
  const document = [activeTextEditor, ...visibleTextEditors].map((editor) => editor?.document).find(isDocument);
  return document?.uri ?? visibleNotebookEditors.map(({ notebook }) => notebook).find(isNotebook)?.uri;
}

/** The cell whose text a document is, with its notebook. */
export function cellOf(document: vscode.TextDocument): vscode.NotebookCell | undefined {
  if (document.uri.scheme !== 'vscode-notebook-cell') {
    return undefined;
  }
  const cells = vscode.workspace.notebookDocuments.filter(isNotebook).flatMap((notebook) => notebook.getCells());
  return cells.find((cell) => cell.document === document);
}

export function cursorIn(editor: vscode.TextEditor): Cursor {
  const cell = cellOf(editor.document);
  return { uri: cell?.notebook.uri ?? editor.document.uri, cell: cell?.index ?? 0, place: editor.selection.active, isWhole: false };
}

/** The cell that is chosen in a notebook, whether or not somebody writes in it. */
export function cursorInCells({ notebook, selection }: vscode.NotebookEditor): Cursor {
  return { uri: notebook.uri, cell: selection.start, place: new vscode.Position(0, 0), isWhole: true };
}

/** The cursors in all windows that show a document or notebook. */
export function cursorsIn(uri: vscode.Uri): Cursor[] {
  const { visibleNotebookEditors, visibleTextEditors } = vscode.window;
  return [...visibleNotebookEditors.map(cursorInCells), ...visibleTextEditors.map(cursorIn)].filter((one) => isSame(one.uri, uri));
}

/** What reads a document's or notebook's text at ranges; undefined where it cannot be had. */
export async function textReader(uri: vscode.Uri): Promise<((range: Range) => string) | undefined> {
  const notebook = openNotebook(uri);
  if (notebook !== undefined) {
    return (range) => notebook.cellAt(range.cell ?? 0).document.getText(rangeOf(range));
  }
  const document = await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
  return document && ((range) => document.getText(rangeOf(range)));
}

/** Shows a stretch of a document and puts the cursor there, or a cell of a notebook; the editor where it has text. */
export async function reveal(uri: vscode.Uri, range: Range, focus: boolean): Promise<vscode.TextEditor | undefined> {
  const notebook = openNotebook(uri);
  if (notebook !== undefined) {
    const cells = new vscode.NotebookRange(range.cell ?? 0, (range.cell ?? 0) + 1);
    const shown = vscode.window.visibleNotebookEditors.find((editor) => editor.notebook === notebook);
    const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
    const editor = await vscode.window.showNotebookDocument(notebook, { viewColumn, preserveFocus: !focus, selections: [cells] });
    editor.revealRange(cells, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
    return undefined;
  }
  const open = vscode.window.visibleTextEditors.find((editor) => isSame(editor.document.uri, uri));
  const viewColumn = open?.viewColumn ?? vscode.ViewColumn.One;
  const editor = await vscode.window.showTextDocument(uri, { viewColumn, preserveFocus: !focus });
  const { start } = rangeOf(range);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(rangeOf(range), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

export function isSame(left: vscode.Uri, right: vscode.Uri): boolean {
  return left.toString() === right.toString();
}

function openNotebook(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find((notebook) => isNotebook(notebook) && isSame(notebook.uri, uri));
}
