/** The extension's entry: makes its parts, connects them to the editor's events, and takes them down again. */

import * as vscode from 'vscode';
import { ChunkDecorations } from './chunks/decorations';
import { Commands } from './commands';
import { debounced } from './debounce';
import { PreviewSource } from './preview/source';
import { OPEN_RULE, registerRulePages } from './rule_pages';
import { onInterpreterChanged } from './server/environments';
import { ChunklintServer } from './server/server';
import { refreshSchema } from './schema';
import { RESTARTING } from './settings';
import { StatusItem } from './status/item';
import { tellOfCrash, tellOfNothing } from './troubles';
import { words } from './words';

/** Milliseconds after the last of several changes before the server is started anew. */
const SETTLED = 500;

let server: ChunklintServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('chunklint', { log: true });
  const running = new ChunklintServer(context, log);
  server = running;
  const said = words(vscode.l10n.t, vscode.env.language);
  const source = new PreviewSource(running);
  const decorations = new ChunkDecorations(source, said);
  const restart = debounced(SETTLED, () => void running.restart());
  context.subscriptions.push(
    log,
    running,
    source,
    decorations,
    new StatusItem(running, said),
    new Commands(context, running, source, decorations, log),
    registerRulePages((code) => running.execute(OPEN_RULE, [code, ''])),
    running.onNothing((nothing) => void tellOfNothing(nothing, log)),
    running.onCrash((reason) => void tellOfCrash(reason, running, log)),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (RESTARTING.some((name) => event.affectsConfiguration(name))) {
        restart();
      }
    }),
    onInterpreterChanged(restart),
    { dispose: () => restart.cancel() },
  );
  refreshSchema(context).catch((error) => log.warn(`the settings' schema could not be written: ${String(error)}`));
  await running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
