import type { IconifyJSON } from '@iconify/react';
import { createRequire } from 'node:module';
import fs from 'node:fs/promises';

const require = createRequire(import.meta.url);

/** The icon collections in use, from npm packages; loaded at the first request. */
const sources: { readonly [collection: string]: string } = { tabler: '@iconify-json/tabler/icons.json' };
const loaded = new Map<string, Promise<IconifyJSON>>();

/** The named icons of a collection in Iconify format; undefined for an unknown collection. */
export async function readIcons(collection: string, names: string[]): Promise<IconifyJSON | undefined> {
  const source = Object.hasOwn(sources, collection) ? sources[collection] : undefined;
  if (!source) return undefined;
  const file = loaded.get(collection) ?? fs.readFile(require.resolve(source), 'utf8').then((text): IconifyJSON => JSON.parse(text));
  loaded.set(collection, file);
  const { prefix, icons, width, height } = await file;
  const found = names.flatMap((name) => {
    const icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
    return icon ? [[name, icon] as const] : [];
  });
  return { prefix, width, height, icons: Object.fromEntries(found) };
}
