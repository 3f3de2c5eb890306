import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { clubNames, type ClubName } from '../../src/shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf, type PageName } from '../../src/shared/kernel/pages.ts';
import { desktop, phone, stage } from './person.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const play = stage();

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/** What is well is not described, and no style sheet is fetched again for a rule that is not among ours. */
const onlyFaults = { resultTypes: ['violations'], preload: false };

/** What a look goes through: every rule, or only the contrast, which is all that another colour scheme can change. */
const everyRule = { runOnly: tags, ...onlyFaults };
const contrast = { runOnly: ['color-contrast'], ...onlyFaults };

/** The looks at a page that stands: from the first, which its person opened, to the others without another load. */
const desktopAndPhone = [
  { viewport: desktop.viewport, colorScheme: 'light', rules: everyRule },
  { viewport: desktop.viewport, colorScheme: 'dark', rules: contrast },
  { viewport: phone.viewport, colorScheme: 'light', rules: everyRule },
] as const;
const phoneOnly = [
  { viewport: phone.viewport, colorScheme: 'light', rules: everyRule },
  { viewport: phone.viewport, colorScheme: 'dark', rules: contrast },
] as const;

type Looks = typeof desktopAndPhone | typeof phoneOnly;

/** What axe finds on every page that a super, or nobody, may open; two pages are open at a time. */
async function violations(club: ClubName, role: 'super' | undefined, looks: Looks): Promise<string[]> {
  const names = pageNames.filter((one) => mayOpen(pageOf(one), role));
  const halves = [0, 1].map((half) => names.filter((_, at) => at % 2 === half));
  return (await Promise.all(halves.map((half) => violationsOf(half, club, role, looks)))).flat();
}

async function violationsOf(names: PageName[], club: ClubName, role: 'super' | undefined, looks: Looks): Promise<string[]> {
  const page = await play.visit({
    club,
    role,
    ...phone,
    viewport: looks[0].viewport,
    bypassCSP: true,
    reducedMotion: 'reduce',
  });
  const found: string[] = [];
  for (const name of names) {
    const address = pageOf(name)
      .path.replace(/\$$/, name.endsWith('Content') ? 'impressum' : 'seite')
      .replace('$part', 'security')
      .replaceAll(/\$\w+/g, 'x');
    await page.setViewportSize(looks[0].viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.evaluate(axe);
    for (const { viewport, colorScheme, rules } of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const result = await page.evaluate(async (run) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
        await Promise.allSettled(changing.map(({ finished }) => finished));
        const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };
        return axe.run(document, run);
      }, rules);
      for (const { id, nodes } of result.violations)
        found.push(
          `${address} (${viewport.width} px, ${colorScheme}): ${id} ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`,
        );
    }
  }
  return found;
}

test('no page has an accessibility fault for a super on a desktop, light and dark, and on a phone', async () => {
  expect(await violations('RWA', 'super', desktopAndPhone)).toEqual([]);
}, 240_000);

test.each(clubNames)(
  'no public page of %s has an accessibility fault on a phone, light and dark',
  async (club) => {
    expect(await violations(club, undefined, phoneOnly)).toEqual([]);
  },
  240_000,
);
