import type { Page } from 'playwright-core';

/** What a machine sees at once in a page that stands: each fault in a line. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const smallestTextPx = 12;
    const smallestTouchPx = 24;
    const faults: string[] = [];
    const isSeen = (one: Element) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
    const boxOf = (one: Element) => one.getBoundingClientRect();
    const nameOf = (one: Element) => `<${one.tagName.toLowerCase()}> ${(one.textContent ?? '').trim().slice(0, 40)}`;

    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth + 1) {
      const widest = [...document.querySelectorAll('main *')].filter((one) => isSeen(one) && boxOf(one).right > root.clientWidth + 1);
      faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px: ${widest.slice(-1).map(nameOf).join('')}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small = new Set<string>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (!holder || !node.textContent?.trim() || !isSeen(holder) || holder.closest('svg')) continue;
      if (Number.parseFloat(getComputedStyle(holder).fontSize) < smallestTextPx) small.add(nameOf(holder));
    }
    if (small.size > 0) faults.push(`text below ${smallestTextPx} px: ${[...small].slice(0, 3).join(' | ')}`);

    const headings = [...document.querySelectorAll('h1')].filter(isSeen);
    if (headings.length !== 1) faults.push(`${headings.length} headings of the first level`);

    const tiny = [...document.querySelectorAll('main button, main a, main [role=button]')].filter((one) => {
      const { width, height } = boxOf(one);
      const isInText = one.tagName === 'A' && getComputedStyle(one).display === 'inline';
      return isSeen(one) && width > 1 && !isInText && (width < smallestTouchPx || height < smallestTouchPx);
    });
    if (tiny.length > 0) faults.push(`hard to hit: ${tiny.slice(0, 3).map(nameOf).join(' | ')}`);

    const cut = [...document.querySelectorAll('button, h1, h2, h3, label')].filter(
      (one) => isSeen(one) && one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'hidden' && boxOf(one).width > 1,
    );
    if (cut.length > 0) faults.push(`cut off: ${cut.slice(0, 3).map(nameOf).join(' | ')}`);
    return faults;
  });
}
