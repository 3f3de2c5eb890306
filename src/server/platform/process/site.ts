import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Settings } from './settings.ts';

/** The origin of every configured host. */
export function originsOf(settings: Settings): string[] {
  const { protocol, port } = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  return Object.values(settings.hosts)
    .flat()
    .map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`);
}

/** The base URL of a club's site, for links in emails, files and feeds; never taken from a request. */
export function siteOf(settings: Settings, club: ClubName): string {
  const { protocol, port } = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`);
  return `${protocol}//${settings.hosts[club][0]}${port ? `:${port}` : ''}`;
}
