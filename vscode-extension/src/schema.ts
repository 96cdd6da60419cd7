/**
 * Offers to have the keys of settings files completed and checked by Even Better TOML, where that is installed.
 *
 * That extension takes no schema from a file inside another extension (`tomlValidation` wants a full address), so the
 * schema is kept where its path stays the same from version to version, and a setting of the user's leads there.
 */

import * as vscode from 'vscode';

const TOML_EXTENSION = 'tamasfe.even-better-toml';
const SECTION = 'evenBetterToml.schema';
const PATTERN = '^.*/\\.?chunklint\\.toml$';
const ASKED = 'schema.asked';

/** Keeps the schema up to date where an association made before leads to. */
export async function refreshSchema(context: vscode.ExtensionContext): Promise<void> {
  if (associations()[PATTERN] !== undefined) {
    await writeSchema(context);
  }
}

/** Asks once whether keys shall be completed; does nothing without the TOML extension. */
export async function offerSchema(context: vscode.ExtensionContext): Promise<void> {
  if (vscode.extensions.getExtension(TOML_EXTENSION) === undefined || associations()[PATTERN] !== undefined) {
    return;
  }
  if (context.globalState.get<boolean>(ASKED)) {
    return;
  }
  await context.globalState.update(ASKED, true);
  const { t } = vscode.l10n;
  const yes = t('Complete Keys');
  const question = t('Shall Even Better TOML complete and check the keys of chunklint.toml?');
  if ((await vscode.window.showInformationMessage(question, yes)) === yes) {
    const uri = await writeSchema(context);
    const changed = { ...associations(), [PATTERN]: uri.toString() };
    await vscode.workspace.getConfiguration(SECTION).update('associations', changed, vscode.ConfigurationTarget.Global);
  }
}

async function writeSchema(context: vscode.ExtensionContext): Promise<vscode.Uri> {
  const chinese = vscode.env.language.startsWith('zh');
  const name = chinese ? 'chunklint.schema.zh-cn.json' : 'chunklint.schema.json';
  const target = vscode.Uri.joinPath(context.globalStorageUri, 'chunklint.schema.json');
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(context.extensionUri, 'schemas', name), target, { overwrite: true });
  return target;
}

function associations(): Record<string, string> {
  const found = vscode.workspace.getConfiguration(SECTION).inspect<Record<string, string>>('associations');
  return found?.globalValue ?? {};
}
