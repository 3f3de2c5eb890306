import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, stage } from './person.ts';

const staged = stage(phone);

/** How many presses in the middle of each button, and near its edges, meet a notice. */
async function coveredOf(buttons: Locator): Promise<number> {
  return buttons.evaluateAll((all) => {
    const points = all.flatMap((one) => {
      one.scrollIntoView({ block: 'nearest' });
      const { x, y, width, height } = one.getBoundingClientRect();
      return [0.1, 0.5, 0.9].map((part) => document.elementFromPoint(x + width / 2, y + height * part));
    });
    return points.filter((hit) => hit?.closest('.mantine-Notifications-root')).length;
  });
}

test('on a phone a notice that still stands does not lie over the buttons of a dialog opened after it', async () => {
  const page = await staged.visit({ role: 'admin' });
  await page.goto('/admin/courses?search=Lauftreff');
  await page.getByRole('link', { name: 'Lauftreff', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Als Vorlage merken' }).click();
  await page.getByText(/^Gespeichert\. Die Vorlage steht/).waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Abschließen …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Abschließen', exact: true }).waitFor();
  const notice = page.getByText(/^Gespeichert\. Die Vorlage steht/);
  // Wherever the dialog stands beside the notice.
  for (const height of [844, 780, 740, 700, 660, 620, 580]) {
    await page.setViewportSize({ width: 390, height });
    expect([height, await notice.isVisible(), await coveredOf(dialog.getByRole('button'))]).toEqual([height, true, 0]);
  }
});
