// What the tests inside VS Code share: they wait for what they expect instead of for a time, and tell how each went.
const vscode = require('vscode');
const path = require('path');

async function until(holds, what, milliseconds = 20000) {
  const end = Date.now() + milliseconds;
  let last;
  for (;;) {
    try {
      const found = await holds();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what ?? holds} did not come about${last ? `: ${last}` : ''}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const folder = () => vscode.workspace.workspaceFolders[0].uri;
const inFolder = (name) => vscode.Uri.joinPath(folder(), name);

async function open(name) {
  const document = await vscode.workspace.openTextDocument(typeof name === 'string' ? inFolder(name) : name);
  return vscode.window.showTextDocument(document);
}

const ours = (uri) => vscode.languages.getDiagnostics(uri).filter((one) => one.source === 'chunklint');
const codes = (uri) => ours(uri).map(code).sort().join(' ');
const code = (one) => (typeof one.code === 'object' ? one.code.value : one.code);

async function found(uri, expected) {
  await until(() => codes(uri) === expected, () => `'${expected}' (it is '${codes(uri)}')`).catch((error) => {
    throw new Error(`${path.basename(uri.path)}: expected '${expected}', found '${codes(uri)}': ${error.message}`);
  });
  return ours(uri);
}

// VS Code takes back what it asked providers for when another one turns up meanwhile, so it is asked again.
async function action(uri, range, title) {
  return until(async () => {
    const all = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, undefined, 100);
    return all?.find((one) => (typeof title === 'string' ? one.title === title : title.test(one.title)));
  }, `the action ${title}`);
}

async function lenses(uri) {
  const all = (await vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri, 100)) ?? [];
  return all.map((one) => one.command?.title ?? '');
}

async function hover(uri, position) {
  const all = (await vscode.commands.executeCommand('vscode.executeHoverProvider', uri, position)) ?? [];
  return all.flatMap((one) => one.contents.map((part) => part.value ?? part)).join('\n');
}

async function apply(edit) {
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error('the edit was refused');
}

async function write(name, text) {
  await vscode.workspace.fs.writeFile(inFolder(name), Buffer.from(text));
}

async function set(name, value) {
  await vscode.workspace.getConfiguration('chunklint').update(name, value, vscode.ConfigurationTarget.Workspace);
}

async function activate() {
  // It registers providers when it starts, which would take back what is asked at that moment.
  await vscode.extensions.getExtension('vscode.markdown-language-features')?.activate();
  await vscode.extensions.getExtension('chunklint.chunklint').activate();
}

async function logged() {
  await vscode.commands.executeCommand('chunklint.showLog');
  const log = await until(() => vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'output' && /chunklint/.test(one.fileName)), 'the log', 3000).catch(() => undefined);
  for (const line of (log?.getText() ?? '').split('\n').slice(-30)) console.log(`test:     ${line}`);
}

async function runAll(tests) {
  let failed = 0;
  console.log(`test: VS Code ${vscode.version}, Node ${process.version}, ${vscode.env.language}`);
  for (const [name, test] of Object.entries(tests)) {
    const start = Date.now();
    try {
      await test();
      console.log(`test: ok     ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      failed += 1;
      console.log(`test: FAILED ${name}: ${error.stack ?? error}`);
      // Without a server all others would fail too, after a long time.
      if (name === Object.keys(tests)[0]) break;
    }
  }
  if (failed > 0) await logged();
  console.log(`test: ${Object.keys(tests).length - failed} passed, ${failed} failed`);
  if (failed > 0) throw new Error(`${failed} failed`);
}

module.exports = { until, folder, inFolder, open, ours, codes, code, found, action, lenses, hover, apply, write, set, activate, runAll };
