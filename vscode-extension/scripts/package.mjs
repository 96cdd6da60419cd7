// Builds the extension for one platform, or several: the packages of its server, the bundles, then the .vsix.
// usage: node scripts/package.mjs [TARGET...]; the default is linux-x64, `all` is every target of scripts/bundle.py.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const venv = path.join(path.dirname(ROOT), '.venv/bin/python');
const python = process.env.PYTHON ?? (existsSync(venv) ? venv : 'python3');
const ALL = ['linux-x64', 'linux-arm64', 'alpine-x64', 'alpine-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];
const asked = process.argv.slice(2);
const targets = asked.includes('all') ? ALL : asked.length > 0 ? asked : ['linux-x64'];

function run(command, ...words) {
  execFileSync(command, words, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PYTHON: python } });
}

run(process.execPath, 'scripts/build.mjs');
for (const target of targets) {
  run(python, 'scripts/bundle.py', '--target', target);
  const vsce = path.join(ROOT, 'node_modules/@vscode/vsce/vsce');
  // Links to pictures stay as they are: they lead to files in the package.
  run(process.execPath, vsce, 'package', '--target', target, '--no-dependencies', '--no-rewrite-relative-links',
    '--allow-missing-repository', '--out', `chunklint-${target}.vsix`);
}
