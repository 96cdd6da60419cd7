/** The status bar item: how many chunks and problems the document in the active editor has. */

import * as vscode from 'vscode';
import { isDocument, isNotebook } from '../documents';
import type { ChunklintServer } from '../server/server';
import type { Words } from '../words';
import { type Counts, statusText } from './text';

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('chunklint.status', vscode.StatusBarAlignment.Right, 100);
  private readonly counts = new Map<string, Counts & { profile: string }>();
  private readonly subscriptions: vscode.Disposable[];
  /** The document of the editor that was last in front. */
  private document: vscode.TextDocument | undefined;

  constructor(
    private readonly server: ChunklintServer,
    private readonly words: Words,
  ) {
    this.item.name = 'chunklint';
    this.subscriptions = [
      this.item,
      server.onState(() => this.update()),
      server.onChunksChanged((changed) => {
        this.counts.set(changed.uri, changed);
        this.update();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.update()),
      // A document whose language is changed is opened anew.
      vscode.workspace.onDidOpenTextDocument(() => this.update()),
      vscode.workspace.onDidCloseTextDocument((document) => this.counts.delete(server.uriOf(document.uri))),
      vscode.workspace.onDidCloseNotebookDocument((notebook) => this.counts.delete(server.uriOf(notebook.uri))),
    ];
    this.update();
  }

  dispose(): void {
    this.subscriptions.forEach((one) => one.dispose());
  }

  private update(): void {
    const uri = this.shown();
    const counts = uri && this.counts.get(this.server.uriOf(uri));
    const status = uri && statusText(this.server.state, counts, this.words);
    if (status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.accessibilityInformation = { label: status.label, role: 'button' };
    this.item.tooltip = this.tooltip(status.label, counts?.profile);
    this.item.command = this.server.state === 'running' ? 'chunklint.showPreview' : 'chunklint.showLog';
    const background = { plain: undefined, warning: 'statusBarItem.warningBackground', error: 'statusBarItem.errorBackground' };
    const id = background[status.tone];
    this.item.backgroundColor = id === undefined ? undefined : new vscode.ThemeColor(id);
    this.item.show();
  }

  /** The notebook or document in front; while a panel has the focus, the one that was. */
  private shown(): vscode.Uri | undefined {
    const { activeNotebookEditor, activeTextEditor, visibleTextEditors } = vscode.window;
    if (isNotebook(activeNotebookEditor?.notebook)) {
      return activeNotebookEditor.notebook.uri;
    }
    const isVisible = visibleTextEditors.some((editor) => editor.document === this.document);
    this.document = activeTextEditor?.document ?? (isVisible ? this.document : undefined);
    return isDocument(this.document) ? this.document.uri : undefined;
  }

  private tooltip(label: string, profile: string | undefined): vscode.MarkdownString {
    const { t } = vscode.l10n;
    const links =
      this.server.state === 'running'
        ? [
            ['chunklint.showPreview', t('Show the chunk preview')],
            ['chunklint.toggleChunks', t('Show or hide chunks in the text')],
            ['chunklint.selectProfile', t('Choose the profile')],
          ]
        : [
            ['chunklint.restartServer', t('Start again')],
            ['chunklint.showLog', t('Show the log')],
          ];
    const tooltip = new vscode.MarkdownString(undefined, true);
    tooltip.isTrusted = { enabledCommands: links.map(([command]) => command) };
    tooltip.appendText(label);
    if (profile !== undefined) {
      tooltip.appendMarkdown('\n\n').appendText(t('Profile: {0}', profile));
    }
    tooltip.appendMarkdown(`\n\n${links.map(([command, title]) => `[${title}](command:${command})`).join('  \n')}`);
    return tooltip;
  }
}
