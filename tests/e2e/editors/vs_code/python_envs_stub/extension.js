// The part of that extension's API that chunklint uses. Interpreters lie in the workspace's folder .environments.
const vscode = require('vscode');

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  let chosen = 'first';
  context.subscriptions.push(
    vscode.commands.registerCommand('stub.choose', (name) => {
      chosen = name;
      changed.fire({ uri: undefined, old: undefined, new: undefined });
    }),
  );
  return {
    getEnvironment: async (scope) => ({
      execInfo: { run: { executable: vscode.Uri.joinPath(scope, '.environments', chosen, 'python').fsPath, args: [] } },
    }),
    onDidChangeEnvironment: changed.event,
  };
};
