import { expect, test } from 'vitest';
import { phone, stage } from './person.ts';

const play = stage();
const { visit } = play;

test('a visitor searches with the keyboard alone and comes to an offer', async () => {
  const page = await visit();
  await page.goto('/myClub');
  await page.getByRole('button', { name: 'Suchen' }).waitFor();
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  const press = async () => {
    await page.keyboard.press('Control+k');
    return field.isVisible();
  };
  // The button stands a moment before anybody listens to the keys.
  await expect.poll(press).toBe(true);
  await page.getByText('Geben Sie mindestens zwei Buchstaben ein.').waitFor();
  await field.fill('xyzzyx');
  await page.getByText('Nichts gefunden zu „xyzzyx“.').waitFor();
  await field.fill('geratetur');
  await page
    .getByRole('button', { name: /Geräteturnen/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /Geräteturnen/ }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/id\//);
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.mouse.click(5, 400);
  await field.waitFor({ state: 'detached' });
});

test('on a phone the board finds an area of the administration and a member', async () => {
  const [one] = await play.server.sql<{ name: string }>(
    "select p.firstname || ' ' || p.lastname as name from member m join person p on p.id = m.person_id where m.club = 'RWA' and m.left_on is null order by m.member_no limit 1",
  );
  const name = one?.name ?? '';
  const page = await visit({ role: 'admin', ...phone });
  await page.goto('/');
  await page.getByRole('button', { name: 'Suchen' }).click();
  const field = page.getByRole('textbox', { name: 'Wonach suchen Sie?' });
  await field.fill('rundm');
  await page.getByRole('button', { name: 'Rundmails' }).waitFor();
  await field.fill(name);
  await page.getByRole('button', { name }).first().click();
  await page.waitForURL(/\/member\//);
  await page.getByRole('heading', { level: 1, name }).waitFor();
});
