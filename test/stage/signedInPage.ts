import type { Browser, Page } from 'playwright-core';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import type { Role } from '../../src/shared/kernel/roles.ts';
import { sessionOf } from './people.ts';

/** A desktop page of the account of a role, on the host of its club; `origin` is the address of that host. */
export async function signedInPage(
  browser: Browser,
  { database, port, role, club }: { database: Parameters<typeof sessionOf>[0]; port: number; role: Role; club: ClubName },
): Promise<{ page: Page; origin: string }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
  const origin = `http://${club.toLowerCase()}.localhost:${port}`;
  const [name = '', value = ''] = (await sessionOf(database, role, club)).split('=', 2);
  await context.addCookies([{ name, value, url: origin }]);
  return { page: await context.newPage(), origin };
}
