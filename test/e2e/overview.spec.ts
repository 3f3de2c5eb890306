import { expect, test } from 'vitest';
import { phone, stage } from './person.ts';

const on = stage(phone);

/** A parent of two with seats in a group of the next days. */
async function family(): Promise<void> {
  const { server } = on;
  const mother = await server.signedIn('reader');
  const [group] = await server.sql<{ id: string }>(
    `with made as (insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
       values (gen_random_uuid(), 'RWA', 'zu-zweit', 'Z-2', 'permanent', 'Zu zweit', current_date - 30, 'published', now(), now()) returning id),
     held as (insert into course_session (id, course_id, local_date, starts_at, ends_at)
       select gen_random_uuid(), id, current_date + n, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour'
       from made, generate_series(1, 9, 2) n)
     select id from made`,
  );
  for (const firstname of ['Mila', 'Ben']) {
    const child = {
      club: 'RWA',
      relation: 'guardian',
      firstname,
      lastname: 'Muster',
      birthDate: '2018-04-05',
      gender: 'x',
      emergencyPhone: '',
    };
    const { body } = await mother.post<{ id: string }>('/api/people/mine', child);
    const placed = await mother.post(`/api/courses/${group?.id}/registrations`, { personIds: [body.id], acceptsTerms: true });
    expect(placed.status).toBe(200);
  }
}

const ownPages = ['/me', '/profile/family', '/profile/enrolments', '/profile/notices', '/contracts/cancel', '/contracts/withdraw'];

test('on the own start page, in the profile and on the contract pages of a parent of two nothing moves once it is shown', async () => {
  await family();
  for (const address of ownPages) {
    const page = await on.visit({ role: 'reader' });
    // On a slow line the contracts come after the form.
    if (address.startsWith('/contracts'))
      await page.route('**/api/registrations/mine', async (route) => {
        await page.getByLabel('Ihr Name').waitFor();
        await route.continue();
      });
    await page.addInitScript(`globalThis.shifted = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value; })
        .observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(address);
    await page
      .locator('main')
      .getByText(/Mila|Daten ändern lassen/)
      .first()
      .waitFor({ state: 'attached' });
    await expect.poll(() => page.locator('[data-pending]').count()).toBe(0);
    const moved = await page.evaluate<number>(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(globalThis.shifted), 300)))',
    );
    expect([address, moved <= 0.02]).toEqual([address, true]);
  }
});
