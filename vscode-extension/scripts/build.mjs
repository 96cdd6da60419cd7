// Bundles the extension and the panel's page into dist, and writes the settings schema for TOML extensions.
// usage: node scripts/build.mjs [--watch]

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const PROJECT = path.dirname(ROOT);
const python = process.env.PYTHON ?? [path.join(PROJECT, '.venv/bin/python'), 'python3'].find((one) => one === 'python3' || existsSync(one));

const common = { bundle: true, minify: true, sourcemap: false, legalComments: 'none', logLevel: 'info', absWorkingDir: ROOT };
const builds = [
  { ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', platform: 'node', target: 'node20', format: 'cjs', external: ['vscode'] },
  { ...common, entryPoints: ['src/webview/main.ts'], outfile: 'dist/webview.js', platform: 'browser', target: 'chrome124', format: 'iife' },
  { ...common, entryPoints: ['src/webview/webview.css'], outfile: 'dist/webview.css', target: 'chrome124' },
];

const SCHEMA = `
import json, sys
sys.path.insert(0, sys.argv[1])
from chunklint.engine.registry import load_rules
from chunklint.settings.schema import settings_schema
schema = settings_schema(load_rules((), ()).known.values(), sys.argv[2])
sys.stdout.buffer.write(json.dumps(schema, indent=1, ensure_ascii=False).encode())
`;
mkdirSync(path.join(ROOT, 'schemas'), { recursive: true });
for (const [language, name] of [['en', 'chunklint.schema.json'], ['zh-CN', 'chunklint.schema.zh-cn.json']]) {
  const schema = execFileSync(python, ['-c', SCHEMA, PROJECT, language], { cwd: PROJECT, maxBuffer: 1 << 26 });
  writeFileSync(path.join(ROOT, 'schemas', name), schema);
}

if (process.argv.includes('--watch')) {
  for (const one of builds) {
    await (await esbuild.context(one)).watch();
  }
} else {
  await Promise.all(builds.map((one) => esbuild.build(one)));
}
