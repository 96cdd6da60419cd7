/** Says in a window message why there is no server, with the ways out. */

import * as vscode from 'vscode';
import type { Nothing } from './server/discovery';
import type { ChunklintServer } from './server/server';

const DOWNLOADS = 'https://www.python.org/downloads/';

/** No Python that a server could run on. */
export async function tellOfNothing(nothing: Nothing, log: vscode.LogOutputChannel): Promise<void> {
  const { t } = vscode.l10n;
  const seen = nothing.seen.join(', ');
  const sentence = {
    noPython: t('chunklint needs Python 3.11 or newer, and none was found.'),
    tooOld: t('chunklint needs Python 3.11 or newer, and found only {0}.', seen),
    notBundled: t('chunklint comes with packages for other versions of Python than {0}; install Python 3.11 to 3.14.', seen),
  }[nothing.reason];
  const install = t('Get Python');
  const choose = t('Choose an Interpreter');
  const show = t('Show the Log');
  const chosen = await vscode.window.showErrorMessage(sentence, install, choose, show);
  if (chosen === install) {
    await vscode.env.openExternal(vscode.Uri.parse(DOWNLOADS));
  } else if (chosen === choose) {
    await chooseInterpreter();
  } else if (chosen === show) {
    log.show(true);
  }
}

/** The server did not start, or ended too often. */
export async function tellOfCrash(reason: string, server: ChunklintServer, log: vscode.LogOutputChannel): Promise<void> {
  const { t } = vscode.l10n;
  const again = t('Start Again');
  const show = t('Show the Log');
  const chosen = await vscode.window.showErrorMessage(t('The chunklint server has stopped. {0}', reason), again, show);
  if (chosen === again) {
    await server.restart();
  } else if (chosen === show) {
    log.show(true);
  }
}

async function chooseInterpreter(): Promise<void> {
  const options = { canSelectMany: false, title: vscode.l10n.t('Choose a Python 3.11 or newer') };
  const [file] = (await vscode.window.showOpenDialog(options)) ?? [];
  if (file !== undefined) {
    const settings = vscode.workspace.getConfiguration('chunklint');
    await settings.update('interpreter', [file.fsPath], vscode.ConfigurationTarget.Global);
  }
}
