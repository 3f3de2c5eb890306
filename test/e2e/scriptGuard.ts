import type { Page } from 'playwright-core';

/** Notes every script that ran, every call to a stranger, and every element or attribute that could do either. */
export function guard(page: Page, port: number): { alarms: string[]; inspect: (where?: string) => Promise<void> } {
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`http://rwa.localhost:${port}/`) || request.url().startsWith('blob:http://rwa.');
    if (!isOwn) alarms.push(`request ${request.url()}`);
  });
  const inspect = async (where = '') => {
    const found = await page.evaluate(() =>
      [...document.querySelectorAll('main *, [role=dialog] *')].flatMap((element) => [
        ...(/^(SCRIPT|IFRAME|OBJECT|EMBED|BASE|META|LINK)$/.test(element.tagName) ? [element.tagName] : []),
        ...[...element.attributes]
          .filter(({ name, value }) => /^on|^srcdoc$|^formaction$/.test(name) || /^\s*(javascript|data|vbscript):/i.test(value))
          .map(({ name, value }) => `${name}=${value}`),
      ]),
    );
    alarms.push(...found.map((one) => `${where} ${one}`));
  };
  return { alarms, inspect };
}
