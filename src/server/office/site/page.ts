import type { Boot } from '#shared/kernel/site/boot.ts';
import { clubLooks } from '#shared/kernel/clubs.ts';
import { appVersion } from '#shared/kernel/version.ts';
import { headLines, type PageHead } from '#server/platform/formats/pageHead.ts';

type Rendered = { boot: Omit<Boot, 'version'>; nonce: string; pageHead: PageHead | null; site: string; preloads: string[] };

/** Fills the built index.html for a club and the viewer. */
export function renderPage(template: string, { boot, nonce, pageHead, site, preloads }: Rendered): string {
  const look = clubLooks[boot.club.name];
  const head = [
    ...headLines(boot.club, site, pageHead),
    `<meta name="theme-color" content="${look.themeColor}">`,
    `<meta name="csp-nonce" content="${nonce}">`,
    `<link rel="icon" href="${look.favicon}" type="image/svg+xml">`,
    `<link rel="apple-touch-icon" href="${look.touchIcon}">`,
  ].join('\n    ');
  const json = JSON.stringify({ ...boot, version: appVersion } satisfies Boot).replaceAll('<', '\\u003c');
  return (
    template
      .replace('<html ', () => `<html data-club="${boot.club.name}" `)
      .replace('<!--head-->', () => head)
      // After the first styles, whose rules those of a page override.
      .replace('</head>', () => `${preloads.join('\n    ')}\n  </head>`)
      .replace('<!--boot-->', () => `<script type="application/json" id="boot">${json}</script>`)
  );
}
