import { bundledIcons } from 'virtual:frame-icons';

/** One SVG element of an icon with its attributes, as React calls them. */
type IconPart = { tag: string; attributes: { [name: string]: string } };
export type LoadedIcon = { width: number; height: number; parts: IconPart[] };

type IconFile = { width?: number; height?: number; icons: { [name: string]: { body: string; width?: number; height?: number } } };

/** Once a request took longer, the line is slow, and the next ones have time enough. */
let timeoutMs = 1500;
const slowMs = 20_000;
/** The icons that came with the code. */
const bundled: IconFile[] = [bundledIcons];
const known = new Map<string, LoadedIcon>();
const listeners = new Set<() => void>();
let asked = new Set<string>();

/** Adds icons that a part of the application brings along, so that they need no request. */
export function bundleIcons(file: IconFile): void {
  bundled.push(file);
}

/** An icon that came with the code or has arrived since; undefined before. */
export function knownIcon(name: string): LoadedIcon | undefined {
  const before = known.get(name);
  if (before) return before;
  const file = bundled.find(({ icons }) => Object.hasOwn(icons, name));
  return file && keep(file, name);
}

/** Calls back when icons have arrived; returns the way to end that. */
export function onIcons(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Requests an icon of the collection "tabler" that is not known; those requested together share one request. */
export function requestIcon(name: string): void {
  if (knownIcon(name)) return;
  if (asked.size === 0) queueMicrotask(() => void fetchAsked());
  asked.add(name);
}

async function fetchAsked(): Promise<void> {
  const names = [...asked].toSorted();
  asked = new Set();
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`/icons/tabler.json?icons=${names.join(',')}`, { signal });
    const file: IconFile = await response.json();
    for (const name of names) keep(file, name);
  } catch {
    const again = () => names.forEach(requestIcon);
    if (signal.aborted && timeoutMs < slowMs) {
      timeoutMs = slowMs;
      return again();
    }
    // Their space stays empty; the next place that shows them requests them again, and so does the line when it is back.
    addEventListener('online', again, { once: true });
    return;
  }
  for (const listener of listeners) listener();
}

function keep({ icons, width = 24, height = 24 }: IconFile, name: string): LoadedIcon | undefined {
  const file = Object.hasOwn(icons, name) ? icons[name] : undefined;
  if (!file) return undefined;
  const icon = { width: file.width ?? width, height: file.height ?? height, parts: partsOf(file.body) };
  known.set(name, icon);
  return icon;
}

const tags = /<(\/?)([a-z]+)((?: [\w:-]+="[^"]*")*) ?\/?>/g;
const drawable = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);

/**
 * The shapes of an icon with the attributes of their group; nothing but shapes, so that an icon file can draw but not run code. Iconify
 * writes its icons in this one spelling (https://iconify.design/docs/types/iconify-icon.html), and reading it so spares a document each.
 */
function partsOf(body: string): IconPart[] {
  let group: IconPart['attributes'] = {};
  const parts: IconPart[] = [];
  for (const [, end, tag = '', attributes = ''] of body.matchAll(tags)) {
    if (tag === 'g') group = end ? {} : attributesOf(attributes);
    else if (drawable.has(tag)) parts.push({ tag, attributes: { ...group, ...attributesOf(attributes) } });
  }
  return parts;
}

function attributesOf(text: string): IconPart['attributes'] {
  const all = [...text.matchAll(/ ([\w:-]+)="([^"]*)"/g)].filter(([, name = '']) => !name.startsWith('on'));
  return Object.fromEntries(all.map(([, name = '', value = '']) => [reactName(name), value]));
}

function reactName(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
