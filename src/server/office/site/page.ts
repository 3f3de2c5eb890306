import type { Boot } from '#shared/kernel/site/boot.ts';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { appVersion } from '#shared/kernel/version.ts';
import { headLines, type PageHead } from '#server/platform/formats/pageHead.ts';
import { wordsOf, wordsStyle, type PageWords } from '#server/platform/formats/pageWords.ts';

type Rendered = {
  boot: Omit<Boot, 'version'>;
  nonce: string;
  pageHead: PageHead | null;
  site: string;
  preloads: string[];
  /** The content before the app has loaded; null on pages of accounts. */
  words: PageWords | null;
};

/** Renders the built index.html for a club and the viewer. */
export function renderPage(template: string, { boot, nonce, pageHead, site, preloads, words }: Rendered): string {
  const look = clubLooks[boot.club.name];
  const head = [
    ...headLines(boot.club, site, pageHead),
    `<meta name="theme-color" content="${look.themeColor}">`,
    `<meta name="csp-nonce" content="${nonce}">`,
    `<link rel="icon" href="${look.favicon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${look.touchIcon}">`,
  ].join('\n    ');
  const json = JSON.stringify({ ...boot, version: appVersion } satisfies Boot).replaceAll('<', '\\u003c');
  const bootLine = `<script type="application/json" id="boot">${json}</script>`;
  const page = template
    .replace('<html ', () => `<html data-club="${boot.club.name}" `)
    .replace('<!--head-->', () => head)
    // After the first stylesheets, which those of a page override.
    .replace('</head>', () => `${preloads.join('\n    ')}\n  </head>`);
  if (!words) return page.replace('<!--boot-->', () => bootLine);
  // Stylesheets in the head block rendering; placed below the server-rendered content they block only the app.
  const styles: string[] = [];
  return page
    .replaceAll(stylesheets, (line) => (styles.push(line.trim()), ''))
    .replace('<!--boot-->', () => `<style nonce="${nonce}">${wordsStyle(look.themeColor)}</style>`)
    .replace('<div id="root">', (root) => `${wordsOf(boot.club, site, words)}\n    ${styles.join('\n    ')}\n    ${bootLine}\n    ${root}`);
}

const stylesheets = /^ *<link rel="stylesheet".*\n/gm;
