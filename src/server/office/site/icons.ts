import type { IconifyJSON } from '@iconify/react';
import { createRequire } from 'node:module';
import fs from 'node:fs/promises';

const require = createRequire(import.meta.url);

/** The icon collections that the product uses; they come from npm and are read at the first question. */
const sources: { readonly [collection: string]: string } = { tabler: '@iconify-json/tabler/icons.json' };
const loaded = new Map<string, Promise<IconifyJSON>>();

/** The icons of a collection with these names, in Iconify's form; undefined for an unknown collection. */
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
