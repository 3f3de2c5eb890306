import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { pageNames, type PageName } from '#shared/kernel/pages.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';

/** The files that each page is made of, beside the first one, as the build noted them (vite.config.ts). */
const preloads = z.partialRecord(z.enum(pageNames), z.array(z.string()));
export type Preloads = z.infer<typeof preloads>;

/** Reads the notes of the build. */
export async function readPreloads(webFolder: string): Promise<Preloads> {
  return preloads.parse(JSON.parse(await fs.readFile(path.join(webFolder, 'preloads.json'), 'utf8')));
}

/** The pages that show the picture of the club; elsewhere it would be loaded for nothing. */
const pictured: ReadonlySet<PageName> = new Set(['home', 'myClub']);

/** The lines by which the browser asks for all that a page is made of at once: its picture, its files, its first data. */
export function preloadLines(page: PageName, files: readonly string[], firstRead: string | undefined, image: string): string[] {
  return [
    ...(pictured.has(page) ? [`<link rel="preload" as="image" href="${escapeHtml(image)}">`] : []),
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    ...(firstRead ? [`<link rel="preload" as="fetch" crossorigin href="${escapeHtml(firstRead)}">`] : []),
  ];
}
