/** Asks the server for documents' chunks and remembers the answers until the documents or their chunks change. */

import * as vscode from 'vscode';
import type { ChunklintServer } from '../server/server';
import { sameFindings } from './findings';
import type { Preview } from './model';
import { cellOf } from './places';

/** What was asked for under one profile, and the answer once it is there. */
interface Asked {
  promise: Promise<Preview | undefined>;
  answer?: Preview;
}

export class PreviewSource implements vscode.Disposable {
  private readonly known = new Map<string, Map<string, Asked>>();
  private readonly emitter = new vscode.EventEmitter<string | undefined>();
  private readonly subscriptions: vscode.Disposable[];

  /** A document's chunks or findings may be others than before: its URI, undefined for all documents. */
  readonly onChanged = this.emitter.event;

  constructor(private readonly server: ChunklintServer) {
    this.subscriptions = [
      this.emitter,
      server.onState(() => this.forgetAll()),
      server.onChunksChanged(({ uri, revision }) => {
        void this.check(vscode.Uri.parse(uri), (answer) => answer.revision === revision);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.forget(owner(document.uri).toString());
        }
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ notebook, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.forget(notebook.uri.toString());
        }
      }),
      // Severities and the language of messages may change without any chunk.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Map(uris.map(owner).map((uri) => [uri.toString(), uri]));
        for (const [key, uri] of changed) {
          if (this.known.has(key)) {
            void this.check(uri, (answer) => sameFindings(answer, shownIn(answer.cells?.map((cell) => vscode.Uri.parse(cell)) ?? [uri])));
          }
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.known.delete(document.uri.toString())),
      vscode.workspace.onDidCloseNotebookDocument((notebook) => this.known.delete(notebook.uri.toString())),
    ];
  }

  /** Whether there is a server, or will be in a moment. */
  get isAlive(): boolean {
    return this.server.state === 'running' || this.server.state === 'starting';
  }

  /** A document's chunks under a profile, the first active one where none is named. Rejects for an unknown profile. */
  preview(uri: vscode.Uri, profile?: string): Promise<Preview | undefined> {
    const key = uri.toString();
    const answers = this.known.get(key) ?? new Map<string, Asked>();
    this.known.set(key, answers);
    const known = answers.get(profile ?? '');
    if (known !== undefined) {
      return known.promise;
    }
    const asked: Asked = { promise: this.server.preview(uri, profile) };
    answers.set(profile ?? '', asked);
    // Asked again next time: the server may have been starting, or the profile may be defined by then.
    const drop = (): boolean => answers.get(profile ?? '') === asked && answers.delete(profile ?? '');
    asked.promise.then((answer) => {
      asked.answer = answer;
      return answer === undefined && drop();
    }, drop);
    return asked.promise;
  }

  dispose(): void {
    this.subscriptions.forEach((one) => one.dispose());
  }

  /** Forgets a document's answers if one of them, once it is there, turns out to be from before. */
  private async check(uri: vscode.Uri, isCurrent: (answer: Preview) => boolean): Promise<void> {
    const key = uri.toString();
    const answers = this.known.get(key);
    const asked = [...(answers?.values() ?? [])];
    await Promise.allSettled(asked.map((one) => one.promise));
    if (this.known.get(key) === answers && (asked.length === 0 || asked.some(({ answer }) => answer !== undefined && !isCurrent(answer)))) {
      this.forget(key);
    }
  }

  private forget(key: string): void {
    this.known.delete(key);
    this.emitter.fire(key);
  }

  private forgetAll(): void {
    this.known.clear();
    this.emitter.fire(undefined);
  }
}

/** What a URI's chunks are asked for by: for a cell that is its notebook. */
function owner(uri: vscode.Uri): vscode.Uri {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return (document && cellOf(document)?.notebook.uri) ?? uri;
}

function shownIn(uris: vscode.Uri[]): vscode.Diagnostic[] {
  return uris.flatMap((uri) => vscode.languages.getDiagnostics(uri)).filter(({ source }) => source === 'chunklint');
}
