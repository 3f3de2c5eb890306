import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startStorage } from '../storage.ts';
import { desktop, phone, stage } from './person.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
type Violation = { id: string; nodes: { html: string }[] };

const on = stage({ ...phone, bypassCSP: true, reducedMotion: 'reduce' }, startStorage);

/** No fault of accessibility, and nothing beyond the edge of the screen. */
async function look(page: Page): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (runOnly) => {
    const { axe: tool } = window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };
    return (await tool.run(document, { runOnly })).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, tags);
  expect.soft(found, page.url()).toEqual([]);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), page.url()).toBeLessThanOrEqual(0);
}

test('a member photographs a voucher and submits it; the board sees the photo and approves, and the member may waive it', async () => {
  const photo = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#f5f5f0' } })
    .jpeg()
    .toBuffer();
  const rosa = await on.visit({ role: 'reader' });
  await rosa.goto('/profile/expenses');
  await rosa.getByRole('button', { name: 'Auslage einreichen' }).click();
  await rosa.getByRole('button', { name: 'Einreichen', exact: true }).click();
  await rosa.getByText('Bitte mindestens einen Beleg als Foto oder PDF.').waitFor();
  await rosa.locator('input[type=file]').setInputFiles({ name: 'kassenbon.jpg', mimeType: 'image/jpeg', buffer: photo });
  await rosa.getByRole('img', { name: /kassenbon.jpg/ }).waitFor();
  await rosa.getByRole('textbox', { name: 'Betrag' }).fill('12,30');
  await rosa.getByRole('textbox', { name: 'Wofür' }).fill('Kreide für den Platz');
  await look(rosa);
  await rosa.getByRole('button', { name: 'Einreichen', exact: true }).click();
  await rosa.getByRole('button', { name: 'Kreide für den Platz' }).waitFor();
  await look(rosa);

  const anton = await on.visit({ role: 'admin', ...desktop });
  await anton.goto('/admin');
  await anton.getByRole('link', { name: /Auslagen zu prüfen/ }).click();
  const row = anton.getByRole('row').filter({ hasText: 'Kreide für den Platz' });
  await row.getByRole('button').click();
  await anton.getByRole('img', { name: /kassenbon.jpg/ }).waitFor();
  await look(anton);
  await anton.getByRole('button', { name: 'Genehmigen' }).click();
  await anton.getByRole('button', { name: 'Genehmigung zurücknehmen …' }).waitFor();
  await row.waitFor({ state: 'detached' });

  await rosa.reload();
  await rosa.getByRole('button', { name: 'Kreide für den Platz' }).click();
  await rosa.getByRole('button', { name: 'Ich verzichte auf die Erstattung' }).waitFor();
  await look(rosa);
});
