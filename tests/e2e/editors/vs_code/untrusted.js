// In a folder that nobody trusts: findings come from the server that ships with the extension, and nothing of the
// folder is run. Its settings name a program that would leave a file behind, and a rule pack.
const vscode = require('vscode');
const assert = require('assert');
const { inFolder, open, found, activate, runAll } = require('./testing.js');

async function exists(name) {
  return vscode.workspace.fs.stat(inFolder(name)).then(() => true, () => false);
}

exports.run = () =>
  runAll({
    'pages are checked all the same': async () => {
      assert.strictEqual(vscode.workspace.isTrusted, false);
      await activate();
      await found((await open('guide.md')).document.uri, 'CL203 CL703');
    },
    'what the folder configures is not run': async () => {
      const configuration = vscode.workspace.getConfiguration('chunklint');
      assert.deepStrictEqual(configuration.get('path'), []);
      assert.deepStrictEqual(configuration.get('interpreter'), []);
      assert.strictEqual(await exists('was-run'), false);
    },
    'a server that is started again runs nothing either': async () => {
      await vscode.commands.executeCommand('chunklint.restartServer');
      await found((await open('tables.md')).document.uri, 'CL101');
      assert.strictEqual(await exists('was-run'), false);
    },
  });
