/** The extension's commands; each does one thing to the document in the active editor or to the server. */

import * as vscode from 'vscode';
import type { ChunkDecorations } from './chunks/decorations';
import { isDocument, isNotebook } from './documents';
import { chunkAt } from './preview/geometry';
import type { Preview } from './preview/model';
import { cursorIn, cursorInCells, inFront } from './preview/places';
import { copyChunk, PreviewPanel, VIEW_TYPE } from './preview/preview_panel';
import type { PreviewSource } from './preview/source';
import { type ChunklintServer, SHOW_CHUNK } from './server/server';
import { offerSchema } from './schema';
import { SECTION, setting } from './settings';
import { openSettingsFile } from './settings_file';

const FIX_ALL = 'source.fixAll.chunklint';

export class Commands implements vscode.Disposable {
  private panel: PreviewPanel | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: ChunklintServer,
    private readonly source: PreviewSource,
    private readonly decorations: ChunkDecorations,
    log: vscode.LogOutputChannel,
  ) {
    const command = vscode.commands.registerCommand;
    this.subscriptions = [
      command('chunklint.showPreview', () => this.showPreview()),
      command('chunklint.compareProfiles', () => this.compareProfiles()),
      command('chunklint.toggleChunks', () => this.toggleChunks()),
      command('chunklint.copyChunk', () => this.copyChunkAtCursor()),
      command('chunklint.selectProfile', () => this.selectProfile()),
      command('chunklint.fixAll', () => this.fixAll()),
      command('chunklint.openSettingsFile', () => this.openSettingsFile()),
      command('chunklint.restartServer', () => this.server.restart()),
      command('chunklint.showLog', () => log.show(true)),
      command(SHOW_CHUNK, (uri: string, index: number) => this.showChunk(uri, index)),
      vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: async (view, state) => this.adopt(PreviewPanel.restore(view, state, this.around()), view),
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.updateContext()),
      vscode.window.onDidChangeActiveNotebookEditor(() => this.updateContext()),
      // A document whose language is changed is opened anew.
      vscode.workspace.onDidOpenTextDocument(() => this.updateContext()),
    ];
    this.updateContext();
  }

  dispose(): void {
    this.panel?.dispose();
    this.subscriptions.forEach((one) => one.dispose());
  }

  private showPreview(): PreviewPanel | undefined {
    const uri = inFront();
    if (uri === undefined) {
      // Called from the walkthrough, say, with no page in sight.
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a Markdown page first; the preview shows its chunks.'));
      return this.panel;
    }
    if (this.panel === undefined) {
      this.adopt(PreviewPanel.open(uri, this.around()));
    } else {
      this.panel.show(uri);
    }
    return this.panel;
  }

  private async showChunk(uri: string, index: number): Promise<void> {
    const shown = this.panel?.document.toString() === vscode.Uri.parse(uri).toString();
    const panel = shown ? this.panel : this.showPreview();
    panel?.select(index);
  }

  private async compareProfiles(): Promise<void> {
    const preview = await this.previewInFront();
    if (preview === undefined) {
      return;
    }
    const title = vscode.l10n.t('Compare profiles');
    const left = await pick(preview.profiles, title, vscode.l10n.t('First profile'), preview.active);
    const others = preview.profiles.filter((name) => name !== left);
    const right = left && (await pick(others, title, vscode.l10n.t('Second profile'), preview.active));
    if (left && right) {
      await this.showPreview()?.compare(left, right);
    }
  }

  private async toggleChunks(): Promise<void> {
    const settings = vscode.workspace.getConfiguration(SECTION);
    const inWorkspace = settings.inspect<boolean>('showChunks')?.workspaceValue !== undefined;
    const target = inWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    await settings.update('showChunks', !setting('showChunks', false), target);
  }

  private async copyChunkAtCursor(): Promise<void> {
    const { activeNotebookEditor, activeTextEditor } = vscode.window;
    const inCells = activeTextEditor === undefined && isNotebook(activeNotebookEditor?.notebook);
    const cursor = inCells && activeNotebookEditor ? cursorInCells(activeNotebookEditor) : activeTextEditor && cursorIn(activeTextEditor);
    const preview = cursor && (await this.source.preview(cursor.uri));
    const at = cursor && preview ? chunkAt(preview.chunks, cursor.place, cursor.cell) : -1;
    if (preview && at >= 0) {
      await copyChunk(preview.chunks[at].text, at + 1);
    }
  }

  private async selectProfile(): Promise<void> {
    const preview = await this.previewInFront();
    if (preview === undefined) {
      return;
    }
    const fromFile = vscode.l10n.t('As the settings file says');
    const chosen = await pick(
      [fromFile, ...preview.profiles],
      vscode.l10n.t('Profile'),
      vscode.l10n.t('Findings and chunks are those of this profile, in this workspace'),
      preview.active,
    );
    if (chosen !== undefined) {
      const folders = vscode.workspace.workspaceFolders?.length ?? 0;
      const target = folders > 0 ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
      const value = chosen === fromFile ? undefined : chosen;
      await vscode.workspace.getConfiguration(SECTION).update('profile', value, target);
    }
  }

  private async fixAll(): Promise<void> {
    await vscode.commands.executeCommand('editor.action.sourceAction', { kind: FIX_ALL, apply: 'first' });
  }

  private async openSettingsFile(): Promise<void> {
    await openSettingsFile();
    await offerSchema(this.context);
  }

  private async previewInFront(): Promise<Preview | undefined> {
    const uri = inFront();
    return uri && this.source.preview(uri);
  }

  private around() {
    return {
      extensionUri: this.context.extensionUri,
      source: this.source,
      mark: (editor: vscode.TextEditor, range: vscode.Range) => this.decorations.mark(editor, range),
    };
  }

  private adopt(panel: PreviewPanel | undefined, view?: vscode.WebviewPanel): void {
    if (panel === undefined) {
      view?.dispose();
      return;
    }
    this.panel = panel;
    panel.onClosed(() => {
      if (this.panel === panel) {
        this.panel = undefined;
      }
    });
  }

  private updateContext(): void {
    const { activeNotebookEditor, activeTextEditor } = vscode.window;
    // A panel in front leaves the document behind it the one that commands are about.
    if (activeTextEditor !== undefined || activeNotebookEditor !== undefined || this.panel === undefined) {
      const isOpen = isDocument(activeTextEditor?.document) || isNotebook(activeNotebookEditor?.notebook);
      void vscode.commands.executeCommand('setContext', 'chunklint.documentOpen', isOpen);
    }
  }
}

async function pick(names: string[], title: string, placeHolder: string, active: string[]): Promise<string | undefined> {
  const items = names.map((label) => ({ label, description: active.includes(label) ? vscode.l10n.t('in use') : undefined }));
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.label;
}
