import fs from 'node:fs/promises';
import path from 'node:path';
import type { PageName } from '#shared/pages.ts';

/** The files that each page is made of, beside the first one, as the build noted them (vite.config.ts). */
export type Preloads = { readonly [page in PageName]?: readonly string[] };

/** Reads what the build noted. */
export async function readPreloads(webFolder: string): Promise<Preloads> {
  return JSON.parse(await fs.readFile(path.join(webFolder, 'preloads.json'), 'utf8')) as Preloads;
}

/** The lines by which the browser asks for all of a page's files at once, and for its first data. */
export function preloadLines(files: readonly string[], payload: PageName | null): string[] {
  return [
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    ),
    ...(payload ? [`<link rel="preload" as="fetch" crossorigin href="/payload/${payload}.json">`] : []),
  ];
}
