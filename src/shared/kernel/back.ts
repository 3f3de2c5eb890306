import { mayOpen, pageAfterSignIn, pageAt, pageOf } from './pages.ts';
import type { Role } from './access.ts';

/** Pages that are no target after the sign-in: they lead into an account. */
const waysIn: readonly string[] = ['login', 'reset', 'verify'];

/**
 * The way back that an address asks for, if it is one of our own pages: never another host, whatever way that is written, and
 * never a page that leads to the sign-in again.
 */
export function ownPath(asked: string | null | undefined): string | undefined {
  // Neither spaces and control signs nor what browsers read as a slash.
  if (!asked || asked.length > 500 || !/^\/[^\\\s\p{Cc}]*$/u.test(asked)) return undefined;
  const path = pathOf(asked);
  // Dots that melt away could leave two slashes at the front, which is another host.
  if (path.includes('//') || path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return undefined;
  const page = pageAt(path);
  return page && !waysIn.includes(page) ? asked : undefined;
}

/** The page after the sign-in: the one asked for before, if the role may open it, else the start page of the role. */
export function pathAfterSignIn(role: Role, asked: string | null | undefined): string {
  const path = ownPath(asked);
  const page = path && pageAt(pathOf(path));
  return path && page && mayOpen(pageOf(page), role) ? path : pageAfterSignIn(role);
}

/** The address of a page of the account, from which one comes back to `path`. */
export function withBack(address: '/login' | '/verify' | '/reset' | '/profile/security', path: string | undefined): string {
  const own = ownPath(path);
  return own && own !== '/' ? `${address}?back=${encodeURIComponent(own)}` : address;
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/, '');
}
