/** Draws where chunks begin in the text: a thin line and a quiet word at its end, coloured by budget. */

import * as vscode from 'vscode';
import { debounced } from '../debounce';
import { isDocument } from '../documents';
import { extent, type Fill, fill } from '../preview/geometry';
import type { Chunk, Preview } from '../preview/model';
import type { PreviewSource } from '../preview/source';
import { cellOf } from '../preview/places';
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
    Object.entries(COLORS).map(([fills, color]) => [fills, { line: lineType(color), label: labelType(color) }]),
  ) as Record<Fill, { line: vscode.TextEditorDecorationType; label: vscode.TextEditorDecorationType }>;
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
      ...Object.values(this.types).flatMap(({ line, label }) => [line, label]),
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
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => isDocument(document) || cellOf(document) !== undefined);
    await Promise.all(editors.map((editor) => this.draw(editor)));
  }

  private async draw(editor: vscode.TextEditor): Promise<void> {
    const shows = setting('showChunks', false);
    // An unknown profile has been said by the panel or the server; without chunks nothing is drawn.
    const cell = cellOf(editor.document);
    const uri = cell?.notebook.uri ?? editor.document.uri;
    const preview = shows ? await this.source.preview(uri).catch(() => undefined) : undefined;
    if (shows && preview === undefined && this.source.isAlive) {
      return;
    }
    for (const [fills, { line, label }] of Object.entries(this.types)) {
      const here = preview?.chunks.filter((chunk) => fill(chunk, preview) === fills && (chunk.ranges[0].cell ?? 0) === (cell?.index ?? 0));
      const lines = here?.map((chunk) => editor.document.lineAt(firstLine(editor.document, chunk)).range) ?? [];
      editor.setDecorations(line, lines.map(({ start }) => new vscode.Range(start, start)));
      editor.setDecorations(label, lines.map(({ end }, at) => this.label(end, here![at], preview!)));
    }
  }

  private label(end: vscode.Position, chunk: Chunk, preview: Preview): vscode.DecorationOptions {
    const contentText = this.words.boundary(chunk.index + 1, this.words.size(chunk.tokens, preview.unit));
    return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
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

/** Drawn where a line begins and nowhere else in it: above each row of a wrapped line would be too often. */
function lineType(color: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    // Style sheets are not offered for what stands before a place, but what follows a value is taken as it is.
    before: { contentText: '', color: new vscode.ThemeColor(color), textDecoration: `none; ${BOUNDARY_LINE}` },
    overviewRulerColor: new vscode.ThemeColor(color),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
}

/** Smaller than the text, so that it is quieter, and that less of it leaves the window behind a long line. */
function labelType(color: string): vscode.TextEditorDecorationType {
  const after = { color: new vscode.ThemeColor(color), margin: '0 0 0 1.5em', fontStyle: 'normal', textDecoration: 'none; font-size: 0.85em' };
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after,
  });
}
