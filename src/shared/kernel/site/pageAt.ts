import { pageNames, pageOf, type PageName } from '../pages.ts';

let known: { name: PageName; pattern: RegExp }[] | undefined;

/** What each page's paths look like; made when it is first needed. */
function patterns(): { name: PageName; pattern: RegExp }[] {
  known ??= pageNames.map((name) => ({ name, pattern: patternOf(pageOf(name).path) }));
  return known;
}

/** The page of a path; undefined if there is none. */
export function pageAt(address: string): PageName | undefined {
  return patterns().find(({ pattern }) => pattern.test(address))?.name;
}

/** The path of a page that was typed in another letter case; undefined if it is right, or of no page. Ids and names stay as they are. */
export function respelled(address: string): string | undefined {
  if (pageAt(address)) return undefined;
  const found = patterns().find(({ pattern }) => new RegExp(pattern, 'i').test(address));
  const right = found && pageOf(found.name).path.split('/');
  return (
    right &&
    address
      .split('/')
      .map((part, at) => (right[at]?.startsWith('$') ? part : (right[at] ?? part)))
      .join('/')
  );
}

/** `$name` matches one segment, a final `$` the rest of the path, which may be empty. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/\$$/, '(?:/.*)?').replaceAll(/\$\w+/g, '[^/]+')}/?$`);
}
