import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#shared/kernel/roles.ts';
import { clubIcon, clubLooks, clubOfHost, type Club } from '#shared/kernel/clubs.ts';
import { pageAfterSignIn, pageOf } from '#shared/kernel/pages.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import type { Context, Services } from '#server/platform/http/context.ts';

type Needs = { services: Services; contextOf: (request: FastifyRequest) => Promise<Pick<Context, 'viewer'>> };

/** Serves the web app manifest of a club's site: name, colours, crest and start URL. */
export function serveManifest(app: FastifyInstance, { services: { database, settings }, contextOf }: Needs): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const club = (await readClubs(database))[clubOfHost(request.host, settings.hosts)];
    return reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifestOf(club));
  });
  app.get('/start', async (request, reply) => {
    const { viewer } = await contextOf(request);
    return reply.header('cache-control', 'no-store').redirect(beginningOf(viewer?.role), 302);
  });
}

function manifestOf({ name, displayName }: Club) {
  const { favicon, themeColor } = clubLooks[name];
  return {
    id: '/',
    name: displayName,
    short_name: displayName.length <= 12 ? displayName : name,
    lang: 'de',
    start_url: '/start',
    scope: '/',
    display: 'standalone',
    background_color: '#f1f5f9',
    theme_color: themeColor,
    icons: [
      { src: clubIcon(name, '192'), sizes: '192x192', type: 'image/png' },
      { src: clubIcon(name, '512'), sizes: '512x512', type: 'image/png' },
      { src: clubIcon(name, 'maskable'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: favicon, sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: pageOf('me').title, url: pageOf('me').path },
      { name: pageOf('offers').title, url: pageOf('offers').path },
    ],
  };
}

/** The start URL by role: trainers start with today's attendance lists. */
function beginningOf(role: Role | undefined): string {
  if (role === undefined) return pageOf('home').path;
  if (role === 'trainer') return pageOf('mobileParticipantList').path;
  return role === 'reader' ? pageOf('me').path : pageAfterSignIn(role);
}
