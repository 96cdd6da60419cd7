/** The chunk preview panel as the extension host sees it: which document and profiles it shows, and what is clicked. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { debounced } from '../debounce';
import { isDocument, isNotebook } from '../documents';
import { setting } from '../settings';
import { panel } from './card';
import { chunkAt } from './geometry';
import { type FromWebview, isPanelState, type ToWebview } from './messages';
import type { Preview, Range } from './model';
import { page } from './page';
import { panelWords } from './panel_words';
import { type Cursor, cursorIn, cursorInCells, cursorsIn, isSame, rangeOf, reveal, textReader } from './places';
import type { PreviewSource } from './source';

export const VIEW_TYPE = 'chunklint.preview';
/** Milliseconds after a change before the cards are asked for again: typing goes on while they are made. */
const AFTER = 150;

/** Milliseconds after which an empty panel says what it waits for: a page of megabytes takes seconds to read. */
const PATIENCE = 1000;

/** What the panel needs of the rest of the extension. */
export interface Surroundings {
  extensionUri: vscode.Uri;
  source: PreviewSource;
  /** Marks a stretch of an editor's text until the cursor moves. */
  mark(editor: vscode.TextEditor, range: vscode.Range): void;
}

export class PreviewPanel implements vscode.Disposable {
  private previews: Preview[] = [];
  private profiles: string[] = [];
  private isReady = false;
  private run = 0;
  /** A chunk to move to as soon as there are cards. */
  private selected: number | undefined;
  /** A cell that was chosen from the panel: it may hold several chunks, and the card that led there stays current. */
  private revealedCell: number | undefined;
  private readonly later = debounced(AFTER, () => void this.refresh());
  private readonly subscriptions: vscode.Disposable[] = [];
  private readonly closed = new vscode.EventEmitter<void>();
  readonly onClosed = this.closed.event;

  private constructor(
    private readonly view: vscode.WebviewPanel,
    private uri: vscode.Uri,
    private readonly around: Surroundings,
  ) {
    const dist = vscode.Uri.joinPath(around.extensionUri, 'dist');
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    view.iconPath = {
      light: vscode.Uri.joinPath(around.extensionUri, 'media', 'preview-light.svg'),
      dark: vscode.Uri.joinPath(around.extensionUri, 'media', 'preview-dark.svg'),
    };
    this.subscriptions.push(
      this.closed,
      webview.onDidReceiveMessage((message: FromWebview) => void this.receive(message)),
      view.onDidDispose(() => this.dispose()),
      view.onDidChangeViewState(() => view.visible && this.later()),
      around.source.onChanged((key) => (key === undefined || key === this.uri.toString()) && this.later()),
      vscode.window.onDidChangeActiveTextEditor((editor) => isDocument(editor?.document) && this.follow(editor.document.uri)),
      vscode.window.onDidChangeActiveNotebookEditor((editor) => isNotebook(editor?.notebook) && this.follow(editor.notebook.uri)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.showCursor(cursorIn(textEditor))),
      vscode.window.onDidChangeNotebookEditorSelection(({ notebookEditor }) => this.showCursor(cursorInCells(notebookEditor))),
    );
    webview.html = page({
      source: webview.cspSource,
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.css')).toString(),
      nonce: randomBytes(16).toString('base64'),
      locale: vscode.env.language,
    });
  }

  /** Opens the panel beside the editor. */
  static open(uri: vscode.Uri, around: Surroundings): PreviewPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const title = vscode.l10n.t('Chunk preview');
    return new PreviewPanel(vscode.window.createWebviewPanel(VIEW_TYPE, title, column), uri, around);
  }

  /** Takes over a panel of the session before; undefined where nothing is known of it. */
  static restore(view: vscode.WebviewPanel, state: unknown, around: Surroundings): PreviewPanel | undefined {
    if (!isPanelState(state)) {
      return undefined;
    }
    const restored = new PreviewPanel(view, vscode.Uri.parse(state.uri), around);
    restored.profiles = state.profiles;
    return restored;
  }

  /** The document that is shown. */
  get document(): vscode.Uri {
    return this.uri;
  }

  /** Brings the panel to the front and shows a document in it. */
  show(uri: vscode.Uri): void {
    this.uri = uri;
    this.view.reveal(undefined, true);
    this.later();
  }

  /** Shows two profiles side by side. */
  compare(left: string, right: string): Promise<void> {
    this.profiles = [left, right];
    return this.refresh();
  }

  /** Moves to a chunk of the first column, by its index. */
  select(index: number): void {
    this.selected = index;
    this.showSelected();
  }

  dispose(): void {
    this.later.cancel();
    this.closed.fire();
    this.subscriptions.splice(0).forEach((one) => one.dispose());
    this.view.dispose();
  }

  private async refresh(): Promise<void> {
    if (!this.isReady || !this.view.visible) {
      return;
    }
    const run = ++this.run;
    const { uri } = this;
    const name = uri.path.split('/').pop() ?? '';
    const waiting = setTimeout(() => {
      if (run === this.run && this.previews.length === 0) {
        this.notice(name, vscode.l10n.t('The page is being read and cut into chunks.'));
      }
    }, PATIENCE);
    try {
      const textOf = await textReader(uri);
      const wanted = this.profiles.length > 0 ? this.profiles : [undefined];
      const previews = await Promise.all(wanted.map((profile) => this.around.source.preview(uri, profile || undefined)));
      if (run !== this.run) {
        return;
      }
      if (textOf === undefined || previews.some((one) => one === undefined)) {
        this.notice(name, vscode.l10n.t('There are no chunks to show: the document is not open, or chunklint does not check it.'));
        return;
      }
      this.previews = previews as Preview[];
      this.view.title = vscode.l10n.t('Chunks: {0}', name);
      this.post({ type: 'panel', panel: panel(name, this.previews, textOf), chosen: this.profiles });
      cursorsIn(uri).forEach((cursor) => this.showCursor(cursor));
      this.showSelected();
    } catch (error) {
      if (run === this.run) {
        // A profile or tokenizer that cannot be had: the server's sentence says which and why.
        const other = await this.around.source.preview(uri).catch(() => undefined);
        this.notice(name, error instanceof Error ? error.message : String(error), other?.profiles);
      }
    } finally {
      clearTimeout(waiting);
    }
  }

  private notice(title: string, text: string, profiles: string[] = []): void {
    this.previews = [];
    this.view.title = vscode.l10n.t('Chunks: {0}', title);
    this.post({ type: 'notice', title, text, profiles, chosen: this.profiles });
  }

  private follow(uri: vscode.Uri): void {
    if (!isSame(uri, this.uri)) {
      this.uri = uri;
      this.previews = [];
      this.later();
    }
  }

  private showSelected(): void {
    if (this.selected !== undefined && this.previews.length > 0) {
      const { selected } = this;
      this.selected = undefined;
      this.post({ type: 'cursor', cards: this.previews.map((_, at) => (at === 0 ? selected : -1)) });
    }
  }

  private showCursor({ uri, cell, place, isWhole }: Cursor): void {
    if (!isSame(uri, this.uri) || (isWhole && cell === this.revealedCell)) {
      return;
    }
    this.revealedCell = undefined;
    if (setting('preview.followCursor', true)) {
      this.post({ type: 'cursor', cards: this.previews.map((preview) => chunkAt(preview.chunks, place, cell)) });
    }
  }

  private async receive(message: FromWebview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        this.post({ type: 'words', words: panelWords(vscode.l10n.t), locale: vscode.env.language });
        return this.refresh();
      case 'reveal':
        return this.reveal(message.range, message.focus);
      case 'copy':
        return this.copy(message.column, message.number);
      case 'profile':
        return this.choose(message.column, message.name);
    }
  }

  private async reveal(range: Range, focus: boolean): Promise<void> {
    this.revealedCell = range.cell;
    const editor = await reveal(this.uri, range, focus);
    if (editor !== undefined) {
      this.around.mark(editor, rangeOf(range));
    }
  }

  private async copy(column: number, number: number): Promise<void> {
    const preview = this.previews[column];
    const chunk = preview?.chunks[number - 1];
    if (chunk !== undefined) {
      await copyChunk(chunk.text, number);
    }
  }

  private choose(column: number, name: string): Promise<void> {
    const current = this.previews.map((preview) => preview.profile.name);
    const chosen = this.profiles.length > 0 ? [...this.profiles] : current;
    chosen[column] = name;
    const named = chosen.filter((one) => one !== undefined && one !== '');
    // The profile that settings choose need not be chosen here: it follows them then.
    const followsSettings = named.length === 1 && named[0] === this.previews[0]?.active[0];
    this.profiles = followsSettings ? [] : named;
    return this.refresh();
  }

  private post(message: ToWebview): void {
    void this.view.webview.postMessage(message);
  }
}

/** Puts a chunk on the clipboard as it would be embedded, and says so where one looks for it. */
export async function copyChunk(text: string, number: number): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Chunk {0} copied as embedded', number), 3000);
}
