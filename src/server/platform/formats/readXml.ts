/** An XML element by its local name: namespaces differ by bank and version, local names do not. */
export type XmlElement = { name: string; children: XmlElement[]; text: string; /** The attribute `Ccy` of an amount. */ currency?: string };

const deepest = 60;
const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Parses a document; of the attributes only the currency of amounts. Undefined for malformed XML and for a document with a DOCTYPE or
 * ENTITY, which could expand without limit.
 */
export function readXml(text: string): XmlElement | undefined {
  if (/<!\s*(DOCTYPE|ENTITY)/i.test(text)) return undefined;
  const root: XmlElement = { name: '', children: [], text: '' };
  const open = [root];
  const tags = /<(?:\?[^>]*\?|!--[\s\S]*?--|!\[CDATA\[([\s\S]*?)\]\]|(\/?)([A-Za-z_][\w.:-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?))>/y;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf('<', at);
    const here = open.at(-1) ?? root;
    here.text += decoded(text.slice(at, next < 0 ? text.length : next));
    if (next < 0) break;
    tags.lastIndex = next;
    const found = tags.exec(text);
    if (!found) return undefined;
    at = tags.lastIndex;
    const [, data, isEnd, qualified, attributes = '', isEmpty] = found;
    if (data !== undefined) here.text += data;
    if (qualified === undefined) continue;
    const name = qualified.slice(qualified.indexOf(':') + 1);
    if (isEnd) {
      if (open.length < 2 || here.name !== name) return undefined;
      open.pop();
      continue;
    }
    const currency = /\sCcy\s*=\s*["']([A-Z]{3})["']/.exec(attributes)?.[1];
    const element: XmlElement = { name, children: [], text: '', ...(currency && { currency }) };
    here.children.push(element);
    if (!isEmpty) open.push(element);
    if (open.length > deepest) return undefined;
  }
  return open.length === 1 && root.children.length === 1 ? root.children[0] : undefined;
}

/** The elements on a path below `element`, in document order. */
export function allAt(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((one) => one.name === name)),
    [element],
  );
}

/** The text of the first element on a path, trimmed; empty if there is none. */
export function textAt(element: XmlElement, ...path: readonly string[]): string {
  return allAt(element, ...path)[0]?.text.trim() ?? '';
}

/** Decodes the five predefined entities and numeric references; others stay as written. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]+));/g, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}
