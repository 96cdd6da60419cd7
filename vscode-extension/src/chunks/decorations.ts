/** Draws where chunks begin in the text: a thin line and a quiet word at its end, coloured by budget. */

import * as vscode from 'vscode';
import { debounced } from '../debounce';
import { isDocument } from '../documents';
import { extent, type Fill, fill } from '../preview/geometry';
import type { Chunk, Preview } from '../preview/model';
import type { PreviewSource } from '../preview/source';
import { setting } from '../settings';
import type { Words } from '../words';

const COLORS: Record<Fill, string> = {
  small: 'chunklint.chunkSmall',
  fits: 'chunklint.chunkBoundary',
  over: 'chunklint.chunkOver',
};
/** Milliseconds after a change before boundaries are drawn anew: they follow the typing without flickering. */
const AFTER = 120;

export class ChunkDecorations implements vscode.Disposable {
  private readonly types = Object.fromEntries(
    Object.entries(COLORS).map(([fills, color]) => [fills, decorationType(color)]),
  ) as Record<Fill, vscode.TextEditorDecorationType>;
  private readonly highlight = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('chunklint.chunkHighlight'),
    isWholeLine: true,
  });
  private readonly later = debounced(AFTER, () => void this.drawAll());
  private marked: vscode.Position | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly source: PreviewSource,
    private readonly words: Words,
  ) {
    this.subscriptions = [
      ...Object.values(this.types),
      this.highlight,
      source.onChanged(() => this.later()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.later()),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('chunklint.showChunks') && this.later()),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (this.marked !== undefined && !textEditor.selection.active.isEqual(this.marked)) {
          this.marked = undefined;
          textEditor.setDecorations(this.highlight, []);
        }
      }),
    ];
    this.later();
  }

  /** Marks a stretch of the text, at whose start the cursor is, until the cursor moves. */
  mark(editor: vscode.TextEditor, range: vscode.Range): void {
    this.marked = range.start;
    editor.setDecorations(this.highlight, [range]);
  }

  dispose(): void {
    this.later.cancel();
    this.subscriptions.forEach((one) => one.dispose());
  }

  private async drawAll(): Promise<void> {
    const editors = vscode.window.visibleTextEditors.filter((editor) => isDocument(editor.document));
    await Promise.all(editors.map((editor) => this.draw(editor)));
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const shows = setting('showChunks', false);
    // An unknown profile has been said by the panel or the server; without chunks nothing is drawn.
    const preview = shows ? await this.source.preview(editor.document.uri).catch(() => undefined) : undefined;
    if (shows && preview === undefined && this.source.isAlive) {
      return;
    }
    for (const [fills, type] of Object.entries(this.types)) {
      editor.setDecorations(type, preview === undefined ? [] : this.boundaries(editor.document, preview, fills as Fill));
    }
  }

  private boundaries(document: vscode.TextDocument, preview: Preview, fills: Fill): vscode.DecorationOptions[] {
    return preview.chunks
      .filter((chunk) => fill(chunk, preview) === fills)
      .map((chunk) => {
        const line = document.lineAt(firstLine(document, chunk));
        const label = this.words.boundary(chunk.index + 1, this.words.size(chunk.tokens, preview.unit));
        return { range: line.range, renderOptions: { after: { contentText: label } } };
      });
  }
}

/** The line of a chunk's first visible text; bodies may begin with blank lines. */
function firstLine(document: vscode.TextDocument, chunk: Chunk): number {
  const { start, end } = extent(chunk);
  const last = Math.min(end.line, document.lineCount - 1);
  let line = Math.min(start.line, last);
  while (line < last && document.lineAt(line).isEmptyOrWhitespace) {
    line++;
  }
  return line;
}

/** A dotted line above the first row, over the width of the text. */
const BOUNDARY_LINE =
  'position: absolute; left: 0; top: 0; width: 200vw; height: 0; border-top: 1px dotted; pointer-events: none';

function decorationType(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    // A border of the whole line would be drawn above each of the rows that a long line is wrapped into. Style sheets
    // are not offered for what stands before a line, but what follows a value is taken as it is.
    before: { contentText: '', color: new vscode.ThemeColor(color), textDecoration: `none; ${BOUNDARY_LINE}` },
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: { color: new vscode.ThemeColor(color), margin: '0 0 0 2.5em', fontStyle: 'normal' },
  });
}
