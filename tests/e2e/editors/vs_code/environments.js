// The server runs on the environment that ms-python.vscode-python-envs has chosen, and on another one once that is
// chosen; a stub stands for that extension. Each interpreter leaves a file behind where it ran.
const assert = require('assert');
const vscode = require('vscode');
const { until, inFolder, open, found, activate, runAll } = require('./testing.js');

const ran = (name) => vscode.workspace.fs.stat(inFolder(`${name}-ran`)).then(() => true, () => false);

exports.run = () =>
  runAll({
    'the chosen environment runs the server': async () => {
      await activate();
      await found((await open('guide.md')).document.uri, 'CL203 CL703');
      assert.ok(await ran('first'));
      assert.ok(!(await ran('second')));
    },
    'another environment that is chosen takes over': async () => {
      await vscode.commands.executeCommand('stub.choose', 'second');
      await until(() => ran('second'), 'the second interpreter');
      await found(inFolder('guide.md'), 'CL203 CL703');
    },
  });
