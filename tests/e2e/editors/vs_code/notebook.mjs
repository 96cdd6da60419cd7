// A notebook's chunks in the panel: which cells they lie in, and the way there and back.
// usage: node notebook.mjs ADDRESS FOLDER PAGE NOTEBOOK; the notebook is that of test_vs_code.py, three cells.
import { equal, openBrowser, tell, Workbench } from './workbench.mjs';

const [address, folder, name, notebook] = process.argv.slice(2);
const browser = await openBrowser();
const workbench = await Workbench.open(browser, address, folder, name);
const { page } = workbench;
let panel;

const code = await tell(workbench, {
  'the panel shows the chunks of a notebook': async () => {
    await workbench.until('squiggles', async () => (await workbench.squiggles()) > 0);
    await page.keyboard.press('Control+p');
    await page.locator('.quick-input-widget input').first().fill(notebook);
    await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: notebook }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.notebookOverlay').first().waitFor();
    // The count of its chunks leads to the panel.
    const status = page.locator('.statusbar-item', { hasText: /\d+ chunks? · 1 problem/ });
    await status.waitFor();
    await status.click();
    panel = await workbench.panel();
    await panel.locator('.actions', { hasText: /cells? 1/ }).first().waitFor();
    await workbench.picture('notebook');
  },
  'a card leads to its cell, and stays the current one': async () => {
    const last = panel.locator('article.card').last();
    await last.locator('.path').dblclick();
    await page.locator('.statusbar-item', { hasText: 'Cell 3 of 3' }).waitFor();
    equal(await panel.locator('article.card.current .number').innerText(), await last.locator('.number').innerText(), 'the current card');
  },
  'the panel follows the cursor into another cell': async () => {
    // VS Code's own status bar is not asked: it may hear of the panel's focus only after the click.
    await page.locator('.notebookOverlay .code-cell-row .view-lines').first().click();
    await workbench.until('the card of that cell', async () => (await panel.locator('article.card.current .number').innerText()) === '1');
  },
});
await browser.close();
process.exit(code);
