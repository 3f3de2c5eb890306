import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../src/shared/kernel/roles.ts';
import type { ClubName } from '../../src/shared/kernel/clubs.ts';
import { mayOpen, pageNames, pageOf } from '../../src/shared/kernel/pages.ts';
import { localOf } from '../../src/shared/kernel/calendar.ts';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { phone, stage } from './person.ts';
import { contentPage, recordAddresses } from './records.ts';

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const play = stage();

/** The parts of "Mein Profil", as their addresses say them. */
const profileParts = ['family', 'enrolments', 'payments', 'notices', 'calendar', 'consents', 'security', 'data'];

type Violation = { id: string; nodes: { target: unknown; failureSummary?: string }[] };

/** What is well is not described, and no style sheet is fetched again for a rule that is not among ours. */
const onlyFaults = { resultTypes: ['violations'], preload: false };

/** What a look goes through: every rule, or only the contrast, which is all that the colours of another club can change; sizes in any case. */
const everyRule = { runOnly: tags, ...onlyFaults };
const contrast = { runOnly: ['color-contrast'], ...onlyFaults };

const [desktopSize, tabletSize, phoneSize, smallSize] = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/** The looks at a page that stands, without another load. */
const looksOnPhone = [
  { viewport: phoneSize, colorScheme: 'light', rules: contrast },
  { viewport: phoneSize, colorScheme: 'dark', rules: contrast },
] as const;
/** Of each two pages, one is asked every rule on a desktop in light, the other on a phone in dark colours; its sizes are measured in both. */
const looksInTurn = [
  [
    { viewport: desktopSize, colorScheme: 'light', rules: everyRule },
    { viewport: phoneSize, colorScheme: 'dark' },
  ],
  [
    { viewport: phoneSize, colorScheme: 'dark', rules: everyRule },
    { viewport: desktopSize, colorScheme: 'light' },
  ],
] as const;

type Look = { viewport: { width: number; height: number }; colorScheme: 'light' | 'dark'; rules?: typeof everyRule };
type Visit = { club: ClubName; role?: Role; addresses: readonly string[] };
type Looks = readonly [readonly Look[], readonly Look[]];

/** In the long run (`prove accessibility`) every rule is asked in every width, light and dark, of the pages of every club. */
const isThorough = ['every', 'write'].includes(process.env['ACCESSIBILITY'] ?? '');
const thoroughLooks = [desktopSize, tabletSize, phoneSize, smallSize].flatMap((viewport): Look[] => [
  { viewport, colorScheme: 'light', rules: everyRule },
  { viewport, colorScheme: 'dark', rules: everyRule },
]);
const patienceMs = (isThorough ? 40 : 5) * 60_000;

let records: { [path: string]: string } = {};
beforeAll(async () => {
  records = await recordAddresses(play.server);
});

/** The addresses of every page that somebody may open: of those with a record, that of a real one. */
function addressesFor(role: Role | undefined, club: ClubName): string[] {
  const paths = pageNames.map(pageOf).flatMap((page) => (mayOpen(page, role) ? page.path : []));
  return paths.flatMap((path) => {
    if (path === '/profile/$part') return profileParts.map((part) => `/profile/${part}`);
    const words = /^\/(rwa|scb|gsv)\/\$$/.exec(path)?.[1];
    if (words) return words === club.toLowerCase() ? contentPage(club) : [];
    const address = records[path] ?? path;
    if (address.includes('$')) throw new Error(`no record for ${path}`);
    return address;
  });
}

/** What is found on these pages; two are open at a time, each with looks of its own. */
async function violations(visit: Visit, looks: Looks): Promise<string[]> {
  const halves = looks.map((ofHalf, half) => {
    const addresses = visit.addresses.filter((_, at) => at % 2 === half);
    return violationsOf({ ...visit, addresses }, isThorough ? thoroughLooks : ofHalf);
  });
  return (await Promise.all(halves)).flat();
}

/** The addresses of each club that were looked at, and what was found in all. */
const lookedAt = new Set<string>();
const faults: string[] = [];
let axeVersion = '';

afterAll(() => {
  const isWhole = lookedAt.size >= pageNames.length && faults.length === 0 && process.env['ACCESSIBILITY'] === 'write';
  if (!isWhole) return;
  const widths = [...new Set(thoroughLooks.map(({ viewport }) => viewport.width))].toSorted((one, other) => one - other);
  const facts = `{ day: '${localOf(new Date()).date}', axe: '${axeVersion}', pages: ${lookedAt.size}, widths: [${widths.join(', ')}] }`;
  const file = path.join(projectRoot, 'src/shared/content/accessibilityCheck.ts');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/(accessibilityCheck = )\{.*\}/, `$1${facts}`));
});

async function violationsOf({ club, role, addresses }: Visit, looks: readonly Look[]): Promise<string[]> {
  const page = await play.visit({ club, role, ...phone, viewport: desktopSize, bypassCSP: true, reducedMotion: 'reduce' });
  const found: string[] = [];
  for (const address of addresses) {
    await page.setViewportSize(looks[0]?.viewport ?? desktopSize);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await page.evaluate(axe);
    lookedAt.add(`${club} ${address}`);
    axeVersion = await page.evaluate(() => (window as unknown as { axe: { version: string } }).axe.version);
    for (const { viewport, colorScheme, rules } of looks) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      const where = `${address} (${viewport.width} px, ${colorScheme})`;
      found.push(...(await look(page, rules)).map((fault) => `${where}: ${fault}`));
    }
  }
  faults.push(...found);
  return found;
}

/** What is wrong with a page as it stands, once nothing moves any more: by axe, wider than the screen, a main button too low for a finger. */
function look(page: Page, rules: typeof everyRule | undefined): Promise<string[]> {
  return page.evaluate(async (run) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changing.map(({ finished }) => finished));
    const { axe } = window as unknown as { axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> } };
    const { violations } = run ? await axe.run(document, run) : { violations: [] };
    const low = [...document.querySelectorAll('main button[type=submit], main button[data-variant=filled]')].filter((one) => {
      const { height } = one.getBoundingClientRect();
      return innerWidth < 769 && one.checkVisibility() && height > 1 && height < 43.5;
    });
    const faults = violations.map(({ id, nodes }) => `${id} ${JSON.stringify(nodes[0]?.target)} ${nodes[0]?.failureSummary ?? ''}`);
    const wider = () => document.documentElement.scrollWidth - innerWidth;
    // What is drawn by its measured width follows a narrower screen a moment later.
    for (let frames = 0; wider() > 0 && frames < 120; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const tooWide = wider();
    return [
      ...faults,
      ...low.map((one) => `main button below 44 px: ${one.textContent}`),
      ...(tooWide > 0 ? [`${tooWide} px wider than the screen`] : []),
    ];
  }, rules);
}

test(
  'no page has an accessibility fault for a super, in turn on a desktop in light and on a phone in dark colours',
  async () => {
    const addresses = addressesFor('super', 'RWA').filter((address) => !addressesFor(undefined, 'RWA').includes(address));
    expect(await violations({ club: 'RWA', role: 'super', addresses }, looksInTurn)).toEqual([]);
  },
  patienceMs,
);

test(
  'no public page of RWA has an accessibility fault, in turn on a desktop in light and on a phone in dark colours',
  async () => {
    expect(await violations({ club: 'RWA', addresses: addressesFor(undefined, 'RWA') }, looksInTurn)).toEqual([]);
  },
  patienceMs,
);

test.each(['SCB', 'GSV'] as const)(
  'no public page of %s lacks contrast on a phone, light and dark, in the colours of that club',
  async (club) => {
    const addresses = addressesFor(undefined, club).filter((address) => !Object.values(records).includes(address));
    expect(await violations({ club, addresses }, [looksOnPhone, looksOnPhone])).toEqual([]);
  },
  patienceMs,
);
