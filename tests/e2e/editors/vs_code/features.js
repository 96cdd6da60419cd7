// Every feature, inside the extension host of a real VS Code; the folder is that of test_vs_code.py.
const vscode = require('vscode');
const assert = require('assert');
const { until, inFolder, open, ours, code, found, action, lenses, hover, apply, write, set, activate, runAll } = require('./testing.js');

const PAGE = 'guide.md';

exports.run = () =>
  runAll({
    'the extension starts its server': async () => {
      await activate();
      await found((await open(PAGE)).document.uri, 'CL203 CL703');
    },

    'findings come with their place, severity, link and related places': async () => {
      const { document } = await open(PAGE);
      const [invisible, skipped] = (await found(document.uri, 'CL203 CL703')).sort((a, b) => a.range.start.line - b.range.start.line);
      assert.strictEqual(code(invisible), 'CL703');
      assert.strictEqual(document.getText(invisible.range), '\u200b');
      assert.strictEqual(invisible.severity, vscode.DiagnosticSeverity.Warning);
      assert.strictEqual(skipped.severity, vscode.DiagnosticSeverity.Information);
      assert.match(String(invisible.code.target), /invisible_character|CL703/);
      assert.strictEqual(skipped.relatedInformation[0].location.range.start.line, 0);
    },

    'hovering on a finding shows its page, and on a heading its chunks': async () => {
      const uri = inFolder(PAGE);
      const [one] = ours(uri).filter((each) => code(each) === 'CL703');
      await until(async () => /Why it hurts retrieval/.test(await hover(uri, one.range.start)), 'the page of the rule');
      await until(async () => /chunk 1/.test(await hover(uri, new vscode.Position(0, 3))), 'the chunks of the heading');
    },

    'a quick fix takes a finding away, and undo brings it back': async () => {
      const editor = await open(PAGE);
      const uri = editor.document.uri;
      const [one] = ours(uri).filter((each) => code(each) === 'CL703');
      const fix = await action(uri, one.range, 'Fix CL703 (invisible-character)');
      assert.strictEqual(fix.isPreferred, true);
      await apply(fix.edit);
      await found(uri, 'CL203');
      await vscode.commands.executeCommand('undo');
      await found(uri, 'CL203 CL703');
    },

    'a finding is switched off in its line and in its file': async () => {
      const { document } = await open(PAGE);
      for (const where of ['here', 'in this file']) {
        const [one] = ours(document.uri).filter((each) => code(each) === 'CL203');
        await apply((await action(document.uri, one.range, `Disable CL203 (heading-level-skipped) ${where}`)).edit);
        await found(document.uri, 'CL703');
        assert.match(document.getText(), /<!-- chunklint-disable-/);
        await vscode.commands.executeCommand('undo');
        await found(document.uri, 'CL203 CL703');
      }
    },

    'a rule can be read about': async () => {
      const { document } = await open(PAGE);
      const [one] = ours(document.uri);
      const explain = await action(document.uri, one.range, /^Explain CL/);
      await vscode.commands.executeCommand(explain.command.command, ...explain.command.arguments);
      await until(() => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => /CL\d\d\d/.test(tab.label))), 'a tab with the page');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    },

    'all safe fixes are applied at once': async () => {
      const { document } = await open(PAGE);
      await until(async () => {
        await vscode.commands.executeCommand('chunklint.fixAll');
        return !document.getText().includes('\u200b');
      }, 'the fixed page');
      await found(document.uri, 'CL203');
      await vscode.commands.executeCommand('undo');
      await found(document.uri, 'CL203 CL703');
    },

    'chunks are shown over headings only if wanted, and only where a section has several': async () => {
      const { document } = await open('tables.md');
      assert.deepStrictEqual(await lenses(document.uri), []);
      await vscode.commands.executeCommand('chunklint.toggleChunks');
      await until(async () => (await lenses(document.uri)).some((title) => /^\d+ chunks · [\d,]+ \+/.test(title)), 'a lens');
      assert.deepStrictEqual(await lenses(inFolder(PAGE)), []);
      await vscode.commands.executeCommand('chunklint.toggleChunks');
      await until(async () => (await lenses(document.uri)).length === 0, 'no lens');
    },

    'typing is followed': async () => {
      const editor = await open(PAGE);
      const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
      for (const letter of '\n\n##No space') await editor.edit((edit) => edit.insert(editor.document.lineAt(editor.document.lineCount - 1).range.end, letter));
      await found(editor.document.uri, 'CL203 CL205 CL703');
      await editor.edit((edit) => edit.delete(new vscode.Range(end, editor.document.lineAt(editor.document.lineCount - 1).range.end)));
      await found(editor.document.uri, 'CL203 CL703');
    },

    'the preview opens beside the page, once': async () => {
      await open(PAGE);
      const panels = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => /chunklint\.preview/.test(tab.input?.viewType ?? ''));
      await vscode.commands.executeCommand('chunklint.showPreview');
      await until(() => panels().length === 1, 'the panel');
      await open(PAGE);
      await vscode.commands.executeCommand('chunklint.showPreview');
      assert.strictEqual(panels().length, 1);
      await vscode.window.tabGroups.close(panels());
    },

    'a profile can be chosen': async () => {
      const { document } = await open('tables.md');
      await found(document.uri, 'CL101');
      const said = () => ours(document.uri).map((one) => one.message).join();
      const before = said();
      await set('profile', 'fixed');
      await until(() => said() !== before, 'other findings');
      await set('profile', undefined);
      await until(() => said() === before, 'the same findings as before');
    },

    'messages follow the language that was set': async () => {
      const { document } = await open(PAGE);
      await set('language', 'zh-CN');
      await until(() => ours(document.uri).some((one) => /标题/.test(one.message)), 'a Chinese message');
      await set('language', undefined);
      await until(() => ours(document.uri).some((one) => /heading/.test(one.message)), 'an English message');
    },

    'settings that are written hold at once, and bad ones are shown where they stand': async () => {
      const { document } = await open(PAGE);
      const settings = inFolder('chunklint.toml');
      await write('chunklint.toml', 'ignore = ["CL203"]\n');
      await found(document.uri, 'CL703');
      await write('chunklint.toml', 'ignore = ["CL203"]\nmax-tokenz = 3\n');
      const [problem] = await until(() => ours(settings).length === 1 && ours(settings), 'a problem in the settings file');
      assert.strictEqual(problem.range.start.line, 1);
      assert.strictEqual(problem.severity, vscode.DiagnosticSeverity.Error);
      await write('chunklint.toml', 'ignore = ["CL203"]\n');
      await until(() => ours(settings).length === 0, 'no problem in the settings file');
      await vscode.workspace.fs.delete(settings);
      await found(document.uri, 'CL203 CL703');
    },

    'what is wrong with a profile is shown on the settings file': async () => {
      const { document } = await open(PAGE);
      const settings = inFolder('chunklint.toml');
      await write('chunklint.toml', 'max-tokens = 400\noverlap = 300\n');
      const [finding] = await until(() => ours(settings).length === 1 && ours(settings), 'a finding on the settings file');
      assert.strictEqual(code(finding), 'CL801');
      assert.strictEqual(finding.range.start.line, 1);
      await vscode.workspace.fs.delete(settings);
      await until(() => ours(settings).length === 0, 'no finding on the settings file');
      await found(document.uri, 'CL203 CL703');
    },

    'the cells of a notebook have their own findings': async () => {
      await vscode.commands.executeCommand('vscode.open', inFolder('guide.ipynb'));
      const { notebook } = await until(() => vscode.window.activeNotebookEditor, 'the notebook');
      const cell = (number) => notebook.cellAt(number).document.uri;
      await found(cell(2), 'CL203');
      await found(cell(0), 'CL703');
      assert.deepStrictEqual(ours(cell(1)), []);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(cell(0), new vscode.Range(0, 0, 0, 1), '##');
      await apply(edit);
      await until(() => ours(cell(2)).length === 0, 'no finding in the other cell');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },

    'the preview opens for a notebook': async () => {
      await vscode.commands.executeCommand('vscode.open', inFolder('guide.ipynb'));
      const { notebook } = await until(() => vscode.window.activeNotebookEditor, 'the notebook');
      await found(notebook.cellAt(2).document.uri, 'CL203');
      await vscode.commands.executeCommand('chunklint.showPreview');
      const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      const panels = () => tabs().filter((tab) => /chunklint\.preview/.test(tab.input?.viewType ?? ''));
      await until(() => panels()[0]?.label === 'Chunks: guide.ipynb', () => `the notebook's panel (${panels().map((tab) => tab.label)})`);
      await vscode.window.tabGroups.close(panels());
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    },

    'a settings file is checked while it is written': async () => {
      const { document } = await open(PAGE);
      await write('chunklint.toml', 'max-tokens = 400\n');
      const editor = await open('chunklint.toml');
      await editor.edit((edit) => edit.insert(new vscode.Position(1, 0), 'ignore = ["CL203"]\nmax-tokenz = 3\n'));
      const [problem] = await until(() => ours(editor.document.uri).length === 1 && ours(editor.document.uri), 'a problem in the unsaved text');
      assert.strictEqual(problem.range.start.line, 2);
      // Pages go by what was saved.
      await found(document.uri, 'CL203 CL703');
      await editor.edit((edit) => edit.delete(new vscode.Range(2, 0, 3, 0)));
      await until(() => ours(editor.document.uri).length === 0, 'no problem');
      await editor.document.save();
      await found(document.uri, 'CL703');
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await vscode.workspace.fs.delete(inFolder('chunklint.toml'));
      await found(document.uri, 'CL203 CL703');
    },

    'of a long table the first line is underlined, and it can be mended anywhere': async () => {
      const { document } = await open('tables.md');
      const [table] = await found(document.uri, 'CL101');
      assert.deepStrictEqual([table.range.start.line, table.range.end.line], [4, 4]);
      const place = new vscode.Range(30, 0, 30, 0);
      await action(document.uri, place, /^Fix CL101/);
      assert.strictEqual(await hover(document.uri, place.start), '');
      await set('underline', 'whole');
      await until(() => ours(document.uri)[0]?.range.end.line > 60, 'the whole table');
      await set('underline', undefined);
      await until(() => ours(document.uri)[0]?.range.end.line === 4, 'the first line');
    },

    'a page that was never saved is checked': async () => {
      const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: '# A\n\n### B\n\nText.\n' });
      await vscode.window.showTextDocument(document);
      await found(document.uri, 'CL203');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await until(() => ours(document.uri).length === 0, 'no finding of what was closed');
    },

    'pages that are not open are checked, renamed and deleted ones leave nothing behind': async () => {
      await write('other.md', '# A\n\n### B\n\nText.\n');
      await found(inFolder('other.md'), 'CL203');
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(inFolder('other.md'), inFolder('renamed.md'));
      await apply(edit);
      await found(inFolder('renamed.md'), 'CL203');
      await found(inFolder('other.md'), '');
      await vscode.workspace.fs.delete(inFolder('renamed.md'));
      await found(inFolder('renamed.md'), '');
    },

    'the server can be started again': async () => {
      const { document } = await open(PAGE);
      await vscode.commands.executeCommand('chunklint.restartServer');
      await found(document.uri, 'CL203 CL703');
    },
  });
