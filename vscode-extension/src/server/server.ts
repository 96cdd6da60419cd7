/** The language server's life: found, started, watched, restarted within bounds. What it says is used elsewhere. */

import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  State,
} from 'vscode-languageclient/node';
import { SELECTOR } from '../documents';
import type { ChunksChanged, Preview } from '../preview/model';
import { withoutMessage } from '../hover';
import { ruleMiddleware } from '../rule_pages';
import { forServer, SECTION, wishes } from '../settings';
import { commandLine } from './command';
import { discover, type Nothing, type Server } from './discovery';
import { chosenInterpreters } from './environments';
import { machineFor } from './machine';
import { chunksChanged, previewRequest } from './protocol';
import { Restarts } from './restarts';

export type ServerState = 'starting' | 'running' | 'stopped' | 'failed' | 'noPython';

/** The command of ours that a code lens runs. */
export const SHOW_CHUNK = 'chunklint.showChunk';

/** The library's client without its window messages: this extension says itself what goes wrong, with ways out. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class ChunklintServer implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private restarts = new Restarts();
  /** Whether the client's server has run: one that cannot start is not tried again. */
  private hasRun = false;
  private currentState: ServerState = 'stopped';
  private readonly stateEmitter = new vscode.EventEmitter<ServerState>();
  private readonly chunksEmitter = new vscode.EventEmitter<ChunksChanged>();
  private readonly nothingEmitter = new vscode.EventEmitter<Nothing>();
  private readonly crashEmitter = new vscode.EventEmitter<string>();

  readonly onState = this.stateEmitter.event;
  readonly onChunksChanged = this.chunksEmitter.event;
  /** No server could be found. */
  readonly onNothing = this.nothingEmitter.event;
  /** The server did not start, or ended too often; with a reason. */
  readonly onCrash = this.crashEmitter.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get state(): ServerState {
    return this.currentState;
  }

  /** Starts the server that the settings and the machine call for, after stopping the one that runs. */
  restart(): Promise<void> {
    this.restarts = new Restarts();
    return this.enqueue(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  /** The chunks of a document under a profile; undefined where there is no server or it does not have the document. */
  async preview(uri: vscode.Uri, profile: string | undefined, token?: vscode.CancellationToken): Promise<Preview | undefined> {
    const client = this.client;
    if (client?.state !== State.Running) {
      return undefined;
    }
    const params = { textDocument: { uri: client.code2ProtocolConverter.asUri(uri) }, profile };
    return (await client.sendRequest(previewRequest, params, token)) ?? undefined;
  }

  /** Runs a command of the server's; undefined where there is no server. */
  async execute(command: string, args: string[]): Promise<unknown> {
    const client = this.client;
    return client?.state === State.Running
      ? client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args })
      : undefined;
  }

  /** The URI as the server's messages give it. */
  uriOf(uri: vscode.Uri): string {
    return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
  }

  dispose(): void {
    this.stateEmitter.dispose();
    this.chunksEmitter.dispose();
    this.nothingEmitter.dispose();
    this.crashEmitter.dispose();
  }

  /** One start or stop at a time; an error of one is not the next one's. */
  private enqueue(job: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(job).catch((error) => this.log.error(String(error)));
    return this.queue;
  }

  private async begin(): Promise<void> {
    this.become('starting');
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    const log = (message: string): void => this.log.info(message);
    const machine = machineFor(this.context.extensionPath, folders, () => chosenInterpreters(log), log);
    const found = await discover(wishes(), machine);
    if (found.kind === 'none') {
      this.log.error(`no server: ${found.reason} ${found.seen.join(', ')}`);
      this.become('noPython');
      this.nothingEmitter.fire(found);
      return;
    }
    await this.run(found);
  }

  private async run(found: Server): Promise<void> {
    const { command, args } = commandLine(found, this.context.extensionPath);
    this.log.info(`starting ${[command, ...args].join(' ')}`);
    const client = new QuietClient(SECTION, 'chunklint', { command, args }, this.options());
    this.client = client;
    this.hasRun = false;
    client.onNotification(chunksChanged, (params) => this.chunksEmitter.fire(params));
    client.onDidChangeState(({ newState }) => {
      if (this.client === client) {
        this.become(newState === State.Running ? 'running' : newState === State.Starting ? 'starting' : this.currentState);
      }
    });
    try {
      await client.start();
      this.hasRun = true;
      const info = client.initializeResult?.serverInfo;
      this.log.info(`running ${info?.name ?? 'chunklint'} ${info?.version ?? ''}`);
    } catch (error) {
      // What the client library says of it is the reason; the server's own words are in the log.
      this.log.error(`the server did not start: ${String(error)}`);
      if (this.client === client) {
        this.client = undefined;
        this.become('failed');
        this.crashEmitter.fire(vscode.l10n.t('It could not be started: {0}', [command, ...args].join(' ')));
      }
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.become('stopped');
    try {
      await client?.dispose();
    } catch (error) {
      // A client whose server is gone cannot be stopped, and need not be.
      this.log.debug(String(error));
    }
  }

  private options(): LanguageClientOptions {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    const section = vscode.workspace.getConfiguration(SECTION) as unknown as Record<string, unknown>;
    return {
      documentSelector: SELECTOR,
      outputChannel: this.log,
      initializationOptions: {
        ...forServer(section, folder),
        trusted: vscode.workspace.isTrusted,
        chunksChanged: true,
        lensCommand: SHOW_CHUNK,
      },
      middleware: this.middleware(folder),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
      initializationFailedHandler: (error) => {
        this.log.error(String(error));
        return false;
      },
      markdown: { isTrusted: false, supportHtml: false },
    };
  }

  private middleware(folder: string | undefined): Middleware {
    return {
      ...ruleMiddleware,
      provideHover: async (document, position, token, next) => {
        const hover = await next(document, position, token);
        for (const content of hover?.contents ?? []) {
          if (content instanceof vscode.MarkdownString) {
            content.value = withoutMessage(content.value);
          }
        }
        return hover;
      },
      // Boundaries are drawn as decorations, which can be coloured and stand at the end of a line.
      provideInlayHints: () => [],
      // A section in one chunk is said by that chunk's boundary already; forty lenses would say it forty times.
      provideCodeLenses: async (document, token, next) => {
        const lenses = await next(document, token);
        return lenses?.filter((lens) => Number(lens.command?.arguments?.[2] ?? 0) > 1);
      },
      workspace: {
        // The server asks for the section then, and gets it as `configuration` below gives it.
        didChangeConfiguration: (_, next) => next(undefined),
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          if (!Array.isArray(answers)) {
            return answers;
          }
          return answers.map((answer, at) =>
            params.items[at]?.section === SECTION && answer ? forServer(answer as Record<string, unknown>, folder) : answer,
          );
        },
      },
    };
  }

  private closed(): { action: CloseAction; handled: boolean } {
    if (!this.hasRun) {
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    if (this.restarts.allows(Date.now())) {
      this.log.warn('the server ended by itself; starting it again');
      return { action: CloseAction.Restart, handled: true };
    }
    this.log.error('the server ended by itself too often; it is not started again');
    this.become('failed');
    this.crashEmitter.fire(vscode.l10n.t('It ended by itself several times within a few minutes.'));
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private become(state: ServerState): void {
    if (state !== this.currentState) {
      this.currentState = state;
      this.stateEmitter.fire(state);
    }
  }
}
