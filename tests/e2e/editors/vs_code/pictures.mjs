// Takes pictures of the extension at work: light, dark and high contrast, narrow and wide, English and Chinese.
// Chunks are shown from the start. usage: node pictures.mjs ADDRESS FOLDER ENGLISH_PAGE CHINESE_PAGE
import { openBrowser, tell, Workbench } from './workbench.mjs';

const [address, folder, english, chinese] = process.argv.slice(2);
const browser = await openBrowser();
let code = 0;

async function look(name, file, { title = 'chunklint: Show Chunk Preview', ...window }, check = async () => {}) {
  const workbench = await Workbench.open(browser, address, folder, file, window);
  code |= await tell(workbench, {
    [name]: async () => {
      await workbench.until('squiggles', async () => (await workbench.squiggles()) > 0);
      await workbench.page.locator('.codelens-decoration').first().waitFor();
      await workbench.command(title);
      const panel = await workbench.panel();
      await check(workbench, panel);
      await workbench.picture(name);
    },
  });
  await workbench.page.close();
}

await look('light-wide', english, { width: 1800, height: 1000 });
await look('dark', english, { scheme: 'dark' });
await look('dark-narrow', english, { scheme: 'dark', width: 820, height: 760 });
await look('light-chinese', chinese, { title: 'chunklint: 显示分块预览', language: 'zh-cn' }, async (workbench, panel) => {
  if (!/块/.test(await workbench.status())) throw new Error(`the status bar says '${await workbench.status()}'`);
  const words = await panel.locator('body').innerText();
  for (const one of ['Full text', 'Compare', 'Profile', 'tokens']) {
    if (words.includes(one)) throw new Error(`the panel says '${one}'`);
  }
  await workbench.pointAtWarning('为什么');
  await workbench.page.screenshot({ path: `${process.env.SHOTS}/chinese-hover.png` });
  await workbench.page.keyboard.press('Escape');
});
await browser.close();
process.exit(code);
