// One page from the first squiggle to the last undo, as a person does it: with mouse and keys, looking at the screen.
// usage: node story.mjs ADDRESS FOLDER PAGE; the page is that of test_vs_code.py, its line 7 a heading without a space.
import { equal, openBrowser, tell, Workbench } from './workbench.mjs';

const [address, folder, name] = process.argv.slice(2);
const browser = await openBrowser();
const workbench = await Workbench.open(browser, address, folder, name);
const { page } = workbench;
let panel, squiggles, cards;

const sizes = () => panel.locator('article.card .meter .track').evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-valuenow'))));
const current = () => panel.locator('article.card.current .number').innerText();

const code = await tell(workbench, {
  'findings are underlined, and the status bar counts them': async () => {
    await workbench.until('squiggles', async () => (await workbench.squiggles()) > 0);
    await workbench.until('the count', async () => /^\d+ chunks · \d+ problems?$/.test(await workbench.status()));
    equal(await page.locator('.codelens-decoration').count(), 0, 'lenses before anybody asked for them');
    await workbench.picture('1-squiggles');
  },
  'pointing at one explains it': async () => {
    await workbench.pointAtWarning('Why it hurts retrieval');
    await page.screenshot({ path: `${process.env.SHOTS}/2-hover.png` });
    await page.keyboard.press('Escape');
  },
  'the preview opens beside the page': async () => {
    await page.locator('.editor-actions a[aria-label*="Chunk Preview"], .editor-actions .codicon-layers').first().click();
    panel = await workbench.panel();
    cards = await panel.locator('article.card').count();
    const [chunks] = (await workbench.status()).match(/\d+/);
    equal(cards, Number(chunks), 'cards, as many as the status bar says');
    await workbench.picture('3-preview');
  },
  'chunks are shown in the text': async () => {
    await workbench.command('chunklint: Show or Hide Chunks in the Text');
    await page.locator('.codelens-decoration', { hasText: /\d+ chunks · / }).first().waitFor();
    await workbench.picture('4-chunks');
  },
  'the panel follows the cursor': async () => {
    await workbench.goTo(1);
    await workbench.until('the first card', async () => (await current()) === '1');
    await workbench.goTo(13);
    await workbench.until('another card', async () => (await current()) !== '1');
  },
  'the cursor follows the panel': async () => {
    await panel.locator('article.card').first().locator('.path').dblclick();
    await workbench.until('the first lines', async () => /Ln [1-9]\b/.test(await page.locator('.statusbar-item', { hasText: /Ln \d/ }).innerText()));
  },
  'a quick fix mends a heading, and lens, panel and count follow': async () => {
    await workbench.goTo(7);
    squiggles = await workbench.squiggles();
    const before = await sizes();
    await page.keyboard.press('Control+.');
    const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Fix CL205' }).first();
    await fix.waitFor();
    await page.screenshot({ path: `${process.env.SHOTS}/5-quick-fix.png` });
    await page.keyboard.press('Enter'); // the first one is chosen already
    await workbench.until('fewer squiggles', async () => (await workbench.squiggles()) < squiggles);
    await workbench.until('other chunks', async () => JSON.stringify(await sizes()) !== JSON.stringify(before));
    await workbench.until('no lens', async () => (await page.locator('.codelens-decoration').count()) === 0);
    await workbench.picture('6-fixed');
  },
  'undo brings it back': async () => {
    await workbench.goTo(7);
    await page.keyboard.press('Control+z');
    await workbench.until('the squiggle', async () => (await workbench.squiggles()) === squiggles);
    await workbench.until('the chunks', async () => (await panel.locator('article.card').count()) === cards);
    await page.locator('.codelens-decoration', { hasText: '2 chunks' }).first().waitFor();
  },
  'typing is followed by the panel': async () => {
    await workbench.goTo(13, 30);
    const before = await sizes();
    await page.keyboard.type(' Some more words, typed by hand, that make this chunk larger than it was.');
    await workbench.until('a larger chunk', async () => (await sizes()).some((size, at) => size > before[at]));
    for (let step = 0; step < 20 && JSON.stringify(await sizes()) !== JSON.stringify(before); step += 1) {
      await page.keyboard.press('Control+z');
      await page.waitForTimeout(100);
    }
    await workbench.until('the chunks from before', async () => JSON.stringify(await sizes()) === JSON.stringify(before));
  },
  'another profile is shown, and two beside each other': async () => {
    await panel.locator('#profile').selectOption('fixed');
    await workbench.until('other chunks', async () => (await panel.locator('article.card').count()) !== cards);
    await panel.locator('#profile').selectOption('default');
    await workbench.until('the chunks from before', async () => (await panel.locator('article.card').count()) === cards);
    await panel.locator('#compare').selectOption('fixed');
    await panel.locator('.stretch .cell').first().waitFor();
    await workbench.picture('7-compared');
    await panel.locator('#compare').selectOption({ index: 0 });
    await workbench.until('one profile', async () => (await panel.locator('.stretch .cell').count()) === 0);
  },
  'the panel can be used with keys alone': async () => {
    const first = panel.locator('article.card').first();
    await first.locator('.path').click();
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await workbench.until('the second card', async () => (await current()) === '2');
    const focused = await panel.evaluate(() => document.activeElement?.className ?? '');
    if (!/card/.test(focused)) throw new Error(`the focus is on '${focused}'`);
  },
  'hidden again, the page is as calm as before': async () => {
    await workbench.command('chunklint: Show or Hide Chunks in the Text');
    await workbench.until('no lens', async () => (await page.locator('.codelens-decoration').count()) === 0);
  },
});
await browser.close();
process.exit(code);
