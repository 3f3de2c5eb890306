import { expect, test } from 'vitest';
import { phone, stage } from '../e2e/person.ts';
import { richTextAttacks } from '../e2e/richTextAttacks.ts';
import { guard } from '../e2e/scriptGuard.ts';

const play = stage(phone);
const { visit } = play;

test('stored script in the text of pages and news runs nowhere, whoever got it past the editor', async () => {
  // As if every check had failed: the attacks stand in the database itself.
  const attacks = richTextAttacks();
  expect(attacks.length).toBeGreaterThanOrEqual(120);
  const slugs = attacks.map((_attack, index) => `angriff-${index}`);
  for (const [index, body] of attacks.entries()) {
    const values = [slugs[index], JSON.stringify(body)];
    await play.server.sql(
      "insert into page (club, slug, title, body, state, updated_at) values ('RWA', $1, '<img src=x onerror=alert(1)>', $2, 'published', now())",
      values,
    );
    await play.server.sql(
      "insert into news (club, slug, title, teaser, author, body, state, publish_at, updated_at) values ('RWA', $1, '<svg onload=alert(1)>', 'javascript:alert(1)', 'x', $2, 'published', now(), now())",
      values,
    );
  }
  const page = await visit();
  const { alarms, inspect } = guard(page, play.server.port);
  await page.goto('/news');
  await page.locator('h1').first().waitFor();
  await inspect();
  // A reader of feeds takes it all the same.
  const faults = await page.evaluate(async () => {
    const feed = new DOMParser().parseFromString(await (await fetch('/news.atom')).text(), 'application/xml');
    const needed = (parent: Element, names: readonly string[]) => names.filter((name) => !parent.querySelector(`:scope > ${name}`));
    return [
      ...feed.querySelectorAll('parsererror'),
      ...needed(feed.documentElement, ['id', 'title', 'updated', 'link[rel=self]', 'entry']),
      ...[...feed.querySelectorAll('entry')].flatMap((entry) => needed(entry, ['id', 'title', 'updated', 'author > name', 'content'])),
    ].map(String);
  });
  expect(faults).toEqual([]);
  for (const slug of slugs) {
    for (const address of [`/rwa/${slug}`, `/news?beitrag=${slug}`]) {
      // Moving within the page draws the same elements as opening it, without loading everything 240 times.
      await page.evaluate((to) => {
        history.pushState({}, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, address);
      await page
        .locator('article h1')
        .filter({ hasText: address.startsWith('/rwa') ? '<img' : '<svg' })
        .waitFor();
      await inspect(address);
    }
  }
  expect(alarms).toEqual([]);
}, 240_000);
