import { expect, test } from 'vitest';
import { desktop, phone, stage } from './person.ts';

const on = stage();

const visits = [
  ['/admin', 'admin', desktop, 2],
  ['/admin', 'trainer', desktop, 1],
  ['/admin/members', 'admin', desktop, 1],
  ['/admin/members', 'admin', phone, 1],
  ['/admin/courses', 'editor', desktop, 1],
  ['/admin/courses/new', 'editor', desktop, 0],
  ['/admin/bookings', 'admin', desktop, 2],
  ['/admin/bookings', 'trainer', phone, 2],
  // The address chooses something else, or the page is not for this role.
  ['/admin/bookings?view=month', 'admin', desktop, 0],
  ['/admin/members', 'reader', desktop, 0],
] as const;

/** When what was loaded was asked for, and by what. */
type Loaded = { name: string; initiatorType: string };

test.each(visits)(
  '%s as %s takes the first data that came beside its code: no request is made in vain or twice',
  async (path, role, device, expected) => {
    const page = await on.visit({ role, ...device });
    // What it reads once more because something changed is no concern here.
    await page.route(/\/live\b/, (request) => request.abort());
    await page.goto(path);
    await page.locator('h1').first().waitFor();
    const ahead = await page
      .locator('link[rel="preload"][as="fetch"]')
      .evaluateAll((links: HTMLLinkElement[]) => links.filter(({ media }) => !media || matchMedia(media).matches).map(({ href }) => href));
    expect(ahead).toHaveLength(expected);
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
    const loaded = await page.evaluate<Loaded[]>(
      `performance.getEntriesByType('resource').map(({ name, initiatorType }) => ({ name, initiatorType }))`,
    );
    for (const href of ahead)
      expect(loaded.filter(({ name }) => name === href).map(({ initiatorType }) => initiatorType)).toEqual(['link']);
  },
);
