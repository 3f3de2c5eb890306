import { mayOpen, pageAfterSignIn, pageOf } from './pages.ts';
import { pageAt } from './site/pageAt.ts';
import type { Role } from './roles.ts';

/** Pages that are no target after the sign-in, since they lead to the sign-in themselves. */
const waysIn: readonly string[] = ['login', 'reset', 'verify'];

/**
 * Validates a return path from the URL: returns it if it is a page of this product, otherwise undefined. Rejects other
 * hosts in every notation (open redirects), and the pages of the sign-in itself.
 */
export function ownPath(asked: string | null | undefined): string | undefined {
  // Rejects whitespace, control characters and backslashes, which browsers read as slashes.
  if (!asked || asked.length > 500 || !/^\/[^\\\s\p{Cc}]*$/u.test(asked)) return undefined;
  const path = pathOf(asked);
  // Dot segments are resolved by browsers and could leave `//` at the start, which is another host.
  if (path.includes('//') || path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return undefined;
  const page = pageAt(path);
  return page && !waysIn.includes(page) ? asked : undefined;
}

/** The page after the sign-in: the requested one if the role may open it, otherwise the role's start page. */
export function pathAfterSignIn(role: Role, asked: string | null | undefined): string {
  const path = ownPath(asked);
  const page = path && pageAt(pathOf(path));
  return path && page && mayOpen(pageOf(page), role) ? path : pageAfterSignIn(role);
}

/** The URL of an account page that returns to `path` afterwards. */
export function withBack(address: '/login' | '/verify' | '/reset' | '/profile/security', path: string | undefined): string {
  const own = ownPath(path);
  return own && own !== '/' ? `${address}?back=${encodeURIComponent(own)}` : address;
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '');
}
