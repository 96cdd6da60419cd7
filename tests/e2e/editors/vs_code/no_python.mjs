// Where there is no Python: one message that says so and leads on, in the language of the editor, and no noise.
// usage: node no_python.mjs ADDRESS FOLDER PAGE
import { openBrowser, tell, Workbench } from './workbench.mjs';

const [address, folder, name] = process.argv.slice(2);
const browser = await openBrowser();
let code = 0;
for (const [language, words, action] of [
  [undefined, /Python 3\.\d+/, /interpreter/i],
  ['zh-cn', /未找到|没有找到|找不到/, /解释器/],
]) {
  const workbench = await Workbench.open(browser, address, folder, name, { language });
  const toast = workbench.page.locator('.notification-toast', { hasText: 'Python' });
  code |= await tell(workbench, {
    [`a message in ${language ?? 'English'} with ways out`]: async () => {
      await toast.first().waitFor();
      await workbench.page.screenshot({ path: `${process.env.SHOTS}/no-python-${language ?? 'en'}.png` });
      const said = await toast.first().innerText();
      for (const one of [words, action]) {
        if (!one.test(said)) throw new Error(`the message lacks ${one}: ${said}`);
      }
      const shown = await workbench.page.locator('.notification-toast').count();
      if (shown !== 1) throw new Error(`${shown} messages are shown`);
    },
  });
  await workbench.page.close();
}
await browser.close();
process.exit(code);
