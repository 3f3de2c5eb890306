import type { FastifyInstance } from 'fastify';
import type { PlainEndpoint } from '#server/platform/http/documentation.ts';
import { renderDocumentation } from './documentationPage.ts';

/** The HTTP endpoints outside of the contract. */
export const plainEndpoints: readonly PlainEndpoint[] = [
  {
    method: 'get',
    path: '/live',
    summary: 'Änderungen in Echtzeit (Server-Sent Events)',
    access: 'stream.public',
    answer: 'A stream of events: ready, notice {collection, club, entityId}, reset, session. Takes Last-Event-ID.',
    refuses: ['too-many-requests', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/payload/{page}.json',
    summary: 'Erste öffentliche Daten einer Seite',
    access: 'payload.read',
    answer: 'Page, title, club and data.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/news.atom',
    summary: 'Neuigkeiten als Feed',
    access: 'news.list',
    answer: "The newest articles of the host's club as an Atom feed; 404 where the club has no news.",
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/sitemap.xml',
    summary: 'Öffentliche Seiten für Suchmaschinen',
    access: 'payload.read',
    answer: "Every public address of the host's club; /robots.txt names it.",
    refuses: ['unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/.well-known/webauthn',
    summary: 'Welche Adressen dieselben Passkeys benutzen',
    access: 'payload.read',
    answer: 'The origins of all configured hosts, on the host of PASSKEY_HOST alone; 404 elsewhere and without that setting.',
    refuses: ['not-found', 'internal-error'],
  },
  {
    method: 'get',
    path: '/icons/{collection}.json',
    summary: 'Symbole nach Namen',
    access: 'icons.read',
    answer: 'An Iconify collection with the icons named in the query "icons".',
    refuses: ['not-found', 'internal-error'],
  },
  {
    method: 'get',
    path: '/media/{width}/{path}',
    summary: 'Bild in einer Größe (320, 960, 1920)',
    access: 'storagePublic.read',
    answer:
      'WebP or AVIF, as the browser takes it; pictures of users with the session of those who may see them. The path is that of the storage (/v0, docs/operations.md).',
    refuses: ['invalid-argument', 'not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/clubs/{calendar}',
    summary: 'Kalender eines Vereins',
    access: 'events.list',
    answer: 'iCalendar; rwa.ics, scb.ics, gsv.ics (all clubs).',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/halls/{calendar}',
    summary: 'Kalender einer Sportstätte',
    access: 'facilities.read',
    answer: 'iCalendar with what the plan at the door shows.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/courses/{club}/{calendar}',
    summary: 'Kalender eines Kurses',
    access: 'courses.read',
    answer: 'iCalendar with the dates of a public course.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/events/{calendar}',
    summary: 'Ein Termin als Kalenderdatei',
    access: 'events.read',
    answer: 'iCalendar with one announced date.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/helpers/{calendar}',
    summary: 'Kalender einer Helferliste oder eines eigenen Dienstes',
    access: 'operational.signUp',
    answer: 'iCalendar behind the secret of an open list or of a duty.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/feeds/personal/{calendar}',
    summary: 'Eigener Kalender hinter einer geheimen Adresse',
    access: 'calendarFeed.readByToken',
    answer: 'iCalendar with the titles and times of the one whose address it is.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'post',
    path: '/unsubscribe/{token}',
    summary: 'Newsletter mit einem Klick abbestellen (RFC 8058)',
    access: 'mail.unsubscribe',
    answer: 'Nothing; the consent is withdrawn.',
    refuses: ['invalid-link', 'unavailable', 'internal-error'],
  },
  {
    method: 'post',
    path: '/watch/{token}',
    summary: 'Bescheid zu Angeboten mit einem Klick abbestellen (RFC 8058)',
    access: 'offerWatch.manageByToken',
    answer: 'Nothing; the watch is over.',
    refuses: ['not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/build.json',
    summary: 'Kennung des laufenden Builds',
    access: 'versionInfo.read',
    answer: 'The id of the running build.',
    refuses: ['internal-error'],
  },
  {
    method: 'get',
    path: '/health',
    summary: 'Ist der Dienst bereit?',
    access: 'ops.health',
    answer: 'The database is migrated and reachable; otherwise 503.',
    refuses: ['unavailable'],
  },
  {
    method: 'get',
    path: '/api/auth/callback/oidc',
    summary: 'Rückkehr vom Anmeldedienst',
    access: 'session.federate',
    answer: 'Leads back to the page that began the sign-in.',
    refuses: ['invalid-argument', 'not-found', 'unavailable', 'internal-error'],
  },
  {
    method: 'get',
    path: '/api/openapi.json',
    summary: 'Diese Beschreibung',
    access: 'ops.document',
    answer: 'OpenAPI 3.1.',
    refuses: ['internal-error'],
  },
  {
    method: 'get',
    path: '/api/docs',
    summary: 'Diese Beschreibung zum Lesen',
    access: 'ops.document',
    answer: 'An HTML page.',
    refuses: ['internal-error'],
  },
];

/** Serves the OpenAPI document and an HTML page of it; both are generated at the first request. */
export function serveDocumentation(app: FastifyInstance, describe: () => Promise<object>): void {
  let document: Promise<object> | undefined;
  const once = () => (document ??= describe());
  app.get('/api/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').send(await once()));
  app.get('/api/docs', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(renderDocumentation(await once())),
  );
}
