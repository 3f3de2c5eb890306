import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fs from 'node:fs/promises';
import path from 'node:path';
import { clubOfHost, type Club, type ClubName, type KnownClub } from '#shared/kernel/clubs.ts';
import { allPayloadCollections } from '#shared/kernel/site/payloads.ts';
import { isSwitchedOn, pageNames, pageOf, type PageName } from '#shared/kernel/pages.ts';
import { pageAt, respelled } from '#shared/kernel/site/pageAt.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { readParameter } from '#server/club/config/service.ts';
import { readFresh } from '#server/platform/database/replica.ts';
import { readVersionOf } from '#server/platform/database/versions.ts';
import type { Context, Services } from '#server/platform/http/context.ts';
import { contentSecurityPolicy, newNonce } from '#server/platform/http/headers.ts';
import type { LiveHub } from '#server/platform/live.ts';
import type { Maintenance } from '#server/platform/http/maintenance.ts';
import { keepPrepared, Prepared, sendPacked } from '#server/platform/http/prepared.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { answerMs } from '#server/platform/http/serving.ts';
import { together } from '#server/platform/http/together.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { readUser } from '#server/accounts/users/service.ts';
import { readIcons } from './icons.ts';
import type { ReadHead } from '#server/platform/formats/pageHead.ts';
import type { PageWords } from '#server/platform/formats/pageWords.ts';
import { renderPage } from './page.ts';
import { serveManifest } from './manifest.ts';
import { readPayload, type ReadPayload } from './payloads.ts';
import { firstReadsOf } from './firstReads.ts';
import { preloadLines, readPreloads } from './preloads.ts';
import { serveRelatedOrigins } from './relatedOrigins.ts';
import { serveSitemap } from './sitemap.ts';

export type Shell = {
  services: Services;
  /** The folder of the built web app. */
  webFolder: string;
  build: string;
  hub: Pick<LiveHub, 'lastId'>;
  maintenance: Maintenance;
  payloads: { readonly [page in PageName]?: ReadPayload };
  heads: { readonly [page in PageName]?: ReadHead };
  /** Whether the secret in the URL of a page opens anything. */
  isOpened: (page: PageName, pathname: string, context: Context) => Promise<boolean>;
  contextOf: (request: FastifyRequest) => Promise<Context>;
};

/** Serves everything the browser loads besides the API: pages, assets, payloads, icons and the web app manifest. */
export function serveShell(app: FastifyInstance, shell: Shell): void {
  serveFiles(app, shell.webFolder);
  app.get('/build.json', (_request, reply) => reply.header('cache-control', 'no-cache').send({ build: shell.build }));
  serveManifest(app, shell);
  serveRelatedOrigins(app, shell.services.settings);
  serveSitemap(app, shell.services);
  servePayloads(app, shell);
  serveIcons(app);
  servePages(app, shell);
}

async function clubOf(database: Services['database'], hostClub: ClubName): Promise<Club> {
  return (await readClubs(database))[hostClub];
}

/** The worker of this site, and what stands at the address of its predecessor. */
const workers = new Set(['sw.js', 'attendance-worker.js']);

function serveFiles(app: FastifyInstance, webFolder: string): void {
  void app.register(fastifyStatic, {
    root: path.join(webFolder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  void app.register(fastifyStatic, {
    root: webFolder,
    // One route per root-level file: all other URLs are pages.
    wildcard: false,
    // An older build may still contain files that all clubs shared.
    globIgnore: ['assets/**', 'manifest.webmanifest', 'robots.txt'],
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      // A worker of before hears of the one of today at its next page.
      void reply.header('cache-control', workers.has(path.basename(file)) ? 'no-cache' : 'public, max-age=3600');
      // The provider's page redirects the popup of federated sign-in to this file, whatever opener policy that page had.
      if (file.endsWith(`${path.sep}signed-in.html`)) void reply.header('cross-origin-opener-policy', 'unsafe-none');
    },
  });
}

/** A payload is prepared once per version of its data, because a change makes all open pages request it at the same time. */
function servePayloads(app: FastifyInstance, { services, payloads }: Shell): void {
  const { database, settings } = services;
  const kept = keepPrepared();
  const versionNow = together(() => readVersionOf(database, allPayloadCollections));
  app.get<{ Params: { page: string } }>('/payload/:page', { handlerTimeout: answerMs }, async (request, reply) => {
    const name = pageNames.find((one) => `${one}.json` === request.params.page);
    if (!name) throw new Problem('not-found');
    const club = clubOfHost(request.host, settings.hosts);
    const version = await versionNow();
    const payload = await kept.read(`${name} ${club}`, version, async (atLeast) => {
      const isFresh = async (source: Services['database']) => (await readVersionOf(source, allPayloadCollections)) >= atLeast;
      const read = async (source: Services['database']) =>
        readPayload({ ...services, database: source }, name, await clubOf(source, club), payloads);
      return new Prepared(JSON.stringify(await readFresh(database, isFresh, read)));
    });
    return sendPacked(request, reply.header('cache-control', 'no-cache'), payload);
  });
}

function serveIcons(app: FastifyInstance): void {
  app.get<{ Params: { collection: string }; Querystring: { icons?: string | string[] } }>('/icons/:collection', async (request, reply) => {
    const names = String(request.query.icons ?? '')
      .split(',')
      .slice(0, 100);
    const icons = await readIcons(request.params.collection.replace(/\.json$/, ''), names);
    if (!icons) throw new Problem('not-found');
    void reply.header('cache-control', 'public, max-age=604800');
    return icons;
  });
}

/** Serves a page for every other URL, with its initial data in the HTML. */
function servePages(app: FastifyInstance, shell: Shell): void {
  const { services, webFolder, build, hub, maintenance, payloads, heads, isOpened, contextOf } = shell;
  const template = fs.readFile(path.join(webFolder, 'index.html'), 'utf8');
  // A missing build is reported when a page is requested; the API works without it.
  template.catch(() => undefined);
  const preloads = readPreloads(webFolder);
  preloads.catch(() => undefined);

  app.get('/*', { handlerTimeout: answerMs }, async (request, reply) => {
    // Requests for files must not get a page: a browser with an outdated page would take it for a chunk.
    const path = request.url.split('?')[0] ?? '';
    if (/\.[a-z0-9]{2,5}$/i.test(path) || placesOfPrograms.test(path)) throw new Problem('not-found');
    const right = respelled(path);
    if (right) return reply.redirect(request.url.replace(path, right), 301);
    // Taken before any read, so that no change between the data of the page and its stream is missed.
    const liveId = hub.lastId;
    const context = await contextOf(request);
    const { viewer, hostClub, read } = context;
    const nonce = newNonce();
    const rest = { liveId, build, maintenance: (await maintenance.words()) ?? null };
    const boot = { ...(await bootOf(services, hostClub, { viewer, read })), ...rest };
    const site = siteOf(services.settings, hostClub);
    const url = new URL(request.url.replace(/^\/+/, '/'), site);
    const page = isThere(request.url, { site: hostClub, clubs: boot.clubs, viewer }) ? pageAt(url.pathname) : undefined;
    // A page whose secret opens nothing is sent all the same: its own words say so.
    const isOpen = page !== undefined && (await isOpened(page, url.pathname, context));
    const reader = page && heads[page];
    const found = reader ? await reader(services, boot.club, url) : null;
    if (found && 'movedTo' in found) return reply.redirect(found.movedTo, 301);
    const isUnlisted = Boolean(found && 'isUnlisted' in found);
    const head = found && 'isUnlisted' in found ? (viewer || found.isForVisitors ? null : undefined) : found;
    const readsOf = (name: PageName) => {
      const href = payloads[name] ? `/payload/${name}.json` : found?.firstRead;
      return href === undefined ? firstReadsOf(name, url, boot.user) : [{ href }];
    };
    return reply
      .status(head !== undefined && isOpen ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': viewer ? 'no-store' : 'no-cache',
        'content-security-policy': contentSecurityPolicy(nonce),
        ...(isUnlisted && { 'x-robots-tag': 'noindex' }),
        ...(/^\/(reset|verify|organisation)\b/.test(request.url) && { 'referrer-policy': 'no-referrer' }),
      })
      .send(
        renderPage(await template, {
          boot,
          nonce,
          pageHead: head ?? null,
          site,
          preloads: page ? preloadLines(page, (await preloads)[page] ?? [], readsOf(page), boot.club.image) : [],
          words: page && head !== undefined ? (head?.words ?? ownWords(page, boot.club)) : null,
        }),
      );
  });
}

/** The text of a page without a record: its title. Pages of accounts have none until the app knows the user. */
function ownWords(name: PageName, { displayName, slogan }: Club): PageWords | null {
  const { title, layout, roles } = pageOf(name);
  if (layout !== 'default' || roles) return null;
  return name === 'home' ? { title: displayName, below: slogan } : { title };
}

/** The data that a page receives in its HTML. */
async function bootOf({ settings, database }: Services, hostClub: ClubName, { viewer, read }: Pick<Context, 'viewer' | 'read'>) {
  const clubs = await readClubs(database);
  return {
    club: clubs[hostClub],
    clubs: { RWA: knownClub(settings, clubs.RWA), SCB: knownClub(settings, clubs.SCB), GSV: knownClub(settings, clubs.GSV) },
    parameters: { showSignInErrors: await readParameter(database.orm, 'showSignInErrors') },
    user: viewer ? ((await read((tx) => readUser(tx, viewer.userId))) ?? null) : null,
    signIn: {
      oidcName: settings.OIDC_ISSUER ? settings.OIDC_NAME : null,
      passwordMin: settings.PASSWORD_MIN,
      passwordMax: settings.PASSWORD_MAX,
      passwordClasses: settings.PASSWORD_CLASSES,
    },
    passkeyHost: settings.PASSKEY_HOST ?? null,
    authKey: settings.AUTH_KEY,
    authSyncUrl: settings.AUTH_SYNC_URL ?? null,
    storageBucket: settings.STORAGE_BUCKET,
  };
}

function knownClub(settings: Services['settings'], { name, displayName, title, ...flags }: Club): KnownClub {
  const { hasContent, hasNews, hasParticipations, hasOperationals } = flags;
  return { name, displayName, title, hasContent, hasNews, hasParticipations, hasOperationals, site: siteOf(settings, name) };
}

/** Path prefixes without pages, reserved for files and endpoints. */
const placesOfPrograms = /^\/(?:api|assets|feeds|icons|live|media|payload)(?:\/|$)/;

/** Whether a page exists at a URL; unknown URLs get the same file, which then shows the error screen. */
function isThere(url: string, asked: Parameters<typeof isSwitchedOn>[1]): boolean {
  const name = pageAt(url.split('?')[0] ?? '');
  return name !== undefined && isSwitchedOn(pageOf(name), asked);
}
