import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { pageNames, type PageName } from '#shared/kernel/pages.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';
import type { FirstRead } from './firstReads.ts';

/** The chunks of each page besides the entry, as recorded by the build (vite.config.ts). */
const preloads = z.partialRecord(z.enum(pageNames), z.array(z.string()));
export type Preloads = z.infer<typeof preloads>;

/** Reads the chunk list of the build. */
export async function readPreloads(webFolder: string): Promise<Preloads> {
  return preloads.parse(JSON.parse(await fs.readFile(path.join(webFolder, 'preloads.json'), 'utf8')));
}

/** The pages that show the picture of the club; it is preloaded on these only. */
const pictured: ReadonlySet<PageName> = new Set(['home', 'myClub']);

/** The HTML lines that preload the resources of a page: its picture, chunks and first data. */
export function preloadLines(page: PageName, files: readonly string[], reads: readonly FirstRead[], image: string): string[] {
  return [
    ...(pictured.has(page) ? [`<link rel="preload" as="image" href="${escapeHtml(image)}">`] : []),
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    ...reads.map(
      ({ href, media }) =>
        `<link rel="preload" as="fetch" crossorigin ${media === undefined ? '' : `media="${media}" `}href="${escapeHtml(href)}">`,
    ),
  ];
}
