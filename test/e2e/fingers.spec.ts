import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mayOpen, pageNames, pageOf } from '../../src/shared/kernel/pages.ts';
import { phone, stage } from './person.ts';
import { recordAddresses } from './records.ts';

const play = stage({ ...phone, hasTouch: true, isMobile: true });

let addresses: string[] = [];
beforeAll(async () => {
  const records = await recordAddresses(play.server);
  const paths = pageNames.map(pageOf).flatMap((page) => (mayOpen(page, 'super') && page.path?.startsWith('/admin') ? page.path : []));
  addresses = paths.map((path) => records[path] ?? path);
  addresses.push('/admin/participants?tab=sessions', '/admin/courses/new', '/admin/events?tab=bookings', '/admin/pages?page=neu');
});

test(
  'on a phone each control of the staff can be hit on 44 px of height',
  async () => {
    const pages = await Promise.all([0, 1].map(() => play.visit({ role: 'super' })));
    await Promise.all(pages.map((page, half) => hitsOn(page, half)));
  },
  5 * 60_000,
);

/** Looks at every second page until none of its controls is too low: what still moves is hit elsewhere. */
async function hitsOn(page: Page, half: number): Promise<void> {
  for (const address of addresses.filter((_, at) => at % 2 === half)) {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    await expect.poll(() => page.locator('main .mantine-Skeleton-root').filter({ visible: true }).count(), { message: address }).toBe(0);
    await expect.poll(() => page.evaluate(lowControls), { message: address }).toEqual([]);
  }
}

/** The controls in view that answer a finger on less than 44 px of height: asked of the page point by point, so that what reaches over its box counts. */
function lowControls(): string[] {
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=file]), select, textarea, [role=switch], summary',
  );
  return [...controls].flatMap((control) => {
    const { width, height } = control.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    if (height >= 43.5 || getComputedStyle(control).pointerEvents === 'none' || isWithinSentence(control)) return [];
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const box = control.getBoundingClientRect();
    const answers = (y: number) => {
      const hit = document.elementFromPoint(box.left + box.width / 2, y);
      return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control);
    };
    const middle = box.top + box.height / 2;
    const reach = (step: number) => [...Array(30).keys()].findIndex((far) => !answers(middle + step * (far + 1)));
    const [up, down] = [reach(-1), reach(1)].map((far) => (far < 0 ? 30 : far));
    const hit = (up ?? 0) + (down ?? 0) + 1;
    return hit >= 43 ? [] : [`${control.tagName} "${(control.ariaLabel ?? control.textContent).trim()}" ${hit} px`];
  });

  /** A link in running text is as high as its line. */
  function isWithinSentence(control: HTMLElement): boolean {
    const words = (element: Element | null) => element?.textContent?.trim().length ?? 0;
    return getComputedStyle(control).display === 'inline' && words(control.parentElement) > words(control) + 10;
  }
}
