// Runs tests inside VS Code's extension host: opens the workbench in a browser and tells what they said.
// usage: node in_host.mjs ADDRESS FOLDER EXTENSION TESTS SECONDS; NODE_PATH leads to playwright-core.
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.env.NODE_PATH}/`)('playwright-core');
const [address, folder, extension, tests, seconds] = process.argv.slice(2);
const host = new URL(address).host;
const remote = (path) => `vscode-remote://${host}${path}`;
const payload = JSON.stringify([
  ['extensionDevelopmentPath', remote(extension)],
  ['extensionTestsPath', remote(tests)],
  ['skipWelcome', 'true'],
]);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
async function leave(code) {
  await browser.close();
  process.exit(code);
}
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
// Tests mark what they say: VS Code itself tells of every module that it misses.
await page.exposeFunction('codeAutomationLog', (_, words) => {
  const said = words.join(' ');
  if (said.startsWith('test: ') || process.env.VERBOSE) console.log(said);
});
await page.exposeFunction('codeAutomationExit', (code) => leave(code));
setTimeout(async () => {
  console.log(`not done after ${seconds} seconds`);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/in-host-timeout.png` });
  await leave(2);
}, Number(seconds) * 1000);
await page.goto(`${address}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`);
