// A VS Code workbench in a browser, as a person sees it; waits for what it expects instead of for a time.
import { createRequire } from 'node:module';
import path from 'node:path';

const { chromium } = createRequire(`${process.env.NODE_PATH}/`)('playwright-core');
const PATIENCE = 40_000;

export async function openBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

export class Workbench {
  /** Opens a folder's page; `look` is the window's size, the colour scheme and the display language. */
  static async open(browser, address, folder, name, { width = 1400, height = 860, scheme = 'light', language } = {}) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
    page.setDefaultTimeout(PATIENCE);
    if (language) {
      // What a language pack would set; it cannot be had here, and so the workbench itself stays English.
      await page.addInitScript((value) => {
        Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => value, set() {} });
      }, language);
    }
    const file = `vscode-remote://${new URL(address).host}${path.join(folder, name)}`;
    const payload = JSON.stringify([['openFile', file], ['skipWelcome', 'true']]);
    await page.goto(`${address}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(payload)}`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('.editor-instance .view-lines .view-line');
    return new Workbench(page, name);
  }

  constructor(page, name) {
    this.page = page;
    this.name = name;
  }

  /** Waits until something holds, and says what was waited for where it does not come about. */
  async until(what, holds, milliseconds = PATIENCE) {
    const end = Date.now() + milliseconds;
    for (;;) {
      const found = await Promise.resolve(holds()).catch(() => undefined);
      if (found) return found;
      if (Date.now() > end) throw new Error(`${what}: it did not come about`);
      await this.page.waitForTimeout(50);
    }
  }

  async focusEditor() {
    await this.page.locator('.tabs-container .tab', { hasText: this.name }).first().click();
  }

  async command(title) {
    await this.focusEditor(); // in the panel keys are the panel's
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.fill(`>${title}`);
    // The list moves while it is filtered: what is chosen is what has the focus, not what lies under the mouse.
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).waitFor();
    await this.page.keyboard.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  async goTo(line, column = 1) {
    await this.focusEditor();
    await this.page.keyboard.press('Control+g');
    await this.page.locator('.quick-input-widget input').first().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
  }

  squiggles() {
    return this.page.locator('.squiggly-warning, .squiggly-error, .squiggly-info').count();
  }

  /** Points at the first warning: the underline lies behind the text, so it is the mouse that is moved. */
  async pointAtWarning(explained) {
    const box = await this.page.locator('.squiggly-warning').first().boundingBox();
    await this.until(`a hover that says '${explained}'`, async () => {
      await this.page.mouse.move(box.x + 4, box.y + box.height / 2);
      await this.page.waitForTimeout(600);
      await this.page.mouse.move(box.x + 8, box.y + box.height / 2);
      return (await this.page.locator('.monaco-hover', { hasText: explained }).count()) > 0;
    });
  }

  async status() {
    return (await this.page.locator('.statusbar-item', { hasText: /chunk|块/ }).first().innerText()).trim();
  }

  /** The frame of the preview panel, when it has cards. */
  async panel() {
    return this.until('the preview panel', async () => {
      for (const frame of this.page.frames()) {
        if ((await frame.locator('article.card').count().catch(() => 0)) > 0) return frame;
      }
      return undefined;
    });
  }

  async picture(name) {
    await this.page.mouse.move(5, 400);
    await this.page.waitForTimeout(400); // for what fades
    await this.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
  }
}

/** Runs steps in order, tells of each, and takes a picture where one fails. */
export async function tell(workbench, steps) {
  for (const [name, step] of Object.entries(steps)) {
    const start = Date.now();
    try {
      await step();
      console.log(`ok     ${name} (${Date.now() - start} ms)`);
    } catch (error) {
      console.log(`FAILED ${name}: ${error.message}`);
      await workbench.page.screenshot({ path: `${process.env.SHOTS}/failed.png` });
      return 1;
    }
  }
  return 0;
}

export function equal(found, expected, what) {
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${what}: found ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }
}
