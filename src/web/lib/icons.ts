import { bundledIcons } from 'virtual:frame-icons';

/** One SVG element of an icon with its attributes. */
type IconPart = { tag: string; attributes: { [name: string]: string } };
export type LoadedIcon = { width: number; height: number; parts: IconPart[] };

type IconFile = { width?: number; height?: number; icons: { [name: string]: { body: string; width?: number; height?: number } } };

const timeoutMs = 1500;
const drawable = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse', 'g']);
/** The icons that came with the code. */
const bundled: IconFile[] = [bundledIcons];
const known = new Map<string, Promise<LoadedIcon | undefined>>();
let asked = new Map<string, (icon: LoadedIcon | undefined) => void>();

/** Adds icons that a part of the application brings along, so that they need no request. */
export function bundleIcons(file: IconFile): void {
  bundled.push(file);
}

/**
 * Loads an icon of the collection "tabler"; those of the frames are bundled, others requested together share one
 * request. Undefined if it does not arrive within 1500 ms.
 */
export function loadIcon(name: string): Promise<LoadedIcon | undefined> {
  const before = known.get(name);
  if (before) return before;
  const file = bundled.find(({ icons }) => Object.hasOwn(icons, name));
  const builtIn = file && toIcon(file, name);
  const icon = new Promise<LoadedIcon | undefined>((resolve) => {
    if (builtIn) return resolve(builtIn);
    if (asked.size === 0) queueMicrotask(() => void fetchAsked());
    asked.set(name, resolve);
  });
  known.set(name, icon);
  return icon;
}

async function fetchAsked(): Promise<void> {
  const waiting = asked;
  asked = new Map();
  try {
    const response = await fetch(`/icons/tabler.json?icons=${[...waiting.keys()].toSorted().join(',')}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const file: IconFile = await response.json();
    for (const [name, resolve] of waiting) resolve(toIcon(file, name));
  } catch {
    for (const [name, resolve] of waiting) {
      known.delete(name);
      resolve(undefined);
    }
  }
}

/** Only shape elements are accepted, so that an icon file can draw but not run code. */
function toIcon({ icons, width = 24, height = 24 }: IconFile, name: string): LoadedIcon | undefined {
  const icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
  if (!icon) return undefined;
  const svg = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${icon.body}</svg>`, 'image/svg+xml');
  const parts = [...svg.querySelectorAll('*')]
    .filter((element) => drawable.has(element.tagName) && element.tagName !== 'g')
    .map((element) => ({ tag: element.tagName, attributes: attributesOf(element) }));
  return { width: icon.width ?? width, height: icon.height ?? height, parts };
}

function attributesOf(element: Element): { [name: string]: string } {
  const own = [...(element.parentElement?.tagName === 'g' ? element.parentElement.attributes : []), ...element.attributes];
  return Object.fromEntries(
    own
      .filter(({ name }) => !name.startsWith('on'))
      .map(({ name, value }) => [name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
