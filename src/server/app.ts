import { fastify, LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { isIPv6 } from 'node:net';
import { clubOfHost, type Club } from '#shared/kernel/clubs.ts';
import { contract, type Contract } from '#shared/api.ts';
import { attendanceApi } from '#server/courses/attendance/api.ts';
import { heldDates } from '#server/courses/attendance/heldDates.ts';
import { auditApi } from '#server/club/audit/api.ts';
import { bookingsApi, bookingSeriesApi } from '#server/halls/bookings/api.ts';
import { servePlan } from '#server/halls/plan/planRoute.ts';
import { closuresApi } from '#server/halls/closures/closuresApi.ts';
import { bookingDates } from '#server/halls/bookings/followCalendar.ts';
import { chargesApi } from '#server/money/charges/api.ts';
import { sepaRunsApi } from '#server/money/sepa/sepaApi.ts';
import { dayRulesApi } from '#server/halls/closures/api.ts';
import { clubsApi } from '#server/club/clubs/api.ts';
import { clubCard } from '#server/office/site/card.ts';
import { clubUses, readFeature } from '#server/club/clubs/service.ts';
import { configApi } from '#server/club/config/api.ts';
import { contentPagesApi } from '#server/content/pages/api.ts';
import { contentPageHead, contentPageUses } from '#server/content/pages/service.ts';
import { newsApi } from '#server/content/news/api.ts';
import { serveNewsFeed } from '#server/content/news/feed.ts';
import { newsroomApi } from '#server/content/news/newsroomApi.ts';
import { courseHead } from '#server/courses/offers/head.ts';
import { courseDates } from '#server/courses/planning/followCalendar.ts';
import { followOffer } from '#server/courses/planning/followOffer.ts';
import { courseBookings, courseUses } from '#server/courses/offers/service.ts';
import { eventRegistrations } from '#server/courses/enrolments/service.ts';
import { courseMoney } from '#server/money/charges/service.ts';
import { mandates } from '#server/money/mandates/service.ts';
import { facilityUses } from '#server/halls/facilities/service.ts';
import { latestNews, newsHead, newsPayload, newsUses } from '#server/content/news/service.ts';
import { dashboardApi } from '#server/office/dashboard/api.ts';
import { eventsApi } from '#server/events/api.ts';
import { eventHead } from '#server/events/head.ts';
import { eventUses, nextDates } from '#server/events/service.ts';
import { feedsApi } from '#server/office/feeds/api.ts';
import { serveFeeds } from '#server/office/feeds/routes.ts';
import { feedbackApi } from '#server/content/feedback/api.ts';
import { facilitiesApi } from '#server/halls/facilities/api.ts';
import { defectsApi } from '#server/halls/facilities/defectsApi.ts';
import { hallsApi } from '#server/halls/plan/hallsApi.ts';
import { bankStatementsApi } from '#server/money/bank/bankApi.ts';
import { courseStatApi } from '#server/office/statistics/api.ts';
import { hallRatesApi } from '#server/office/statistics/hallRates.ts';
import { hoursApi } from '#server/money/hours/api.ts';
import { coursesApi } from '#server/courses/offers/api.ts';
import { serveCourseList } from '#server/courses/offers/publicList.ts';
import { createAuth } from '#server/accounts/sessions/auth.ts';
import { profileApi } from '#server/accounts/profile/profileApi.ts';
import { sessionApi } from '#server/accounts/sessions/sessionApi.ts';
import { sessionCookieName } from '#server/accounts/sessions/sessionCookie.ts';
import { readToken } from '#server/accounts/sessions/tokens.ts';
import { readViewer } from '#server/accounts/sessions/viewer.ts';
import { infoApi } from '#server/office/site/infoApi.ts';
import { membershipApplicationsApi } from '#server/people/requests/applicationsApi.ts';
import { changeRequestsApi } from '#server/people/requests/changeRequestsApi.ts';
import { memberLinksApi } from '#server/people/members/linksApi.ts';
import { memberImportsApi } from '#server/people/imports/importApi.ts';
import { memberReportApi } from '#server/people/report/api.ts';
import { mailsApi } from '#server/content/mails/api.ts';
import { mailUses, serveUnsubscribe } from '#server/content/mails/service.ts';
import { membersApi } from '#server/people/members/api.ts';
import { eventRegistrationsApi } from '#server/courses/enrolments/eventApi.ts';
import { enrolmentsApi } from '#server/courses/enrolments/api.ts';
import { helperSignUpApi } from '#server/helpers/signUp/helperSignUpApi.ts';
import { helperListsApi } from '#server/helpers/lists/api.ts';
import { peopleApi } from '#server/people/persons/api.ts';
import { serveHealth } from './platform/http/health.ts';
import { limitArrival } from '#server/platform/http/arrival.ts';
import { workIn, type Context, type Services } from '#server/platform/http/context.ts';
import { describeApi } from '#server/platform/http/documentation.ts';
import { protectingHeaders, refuseForeignOrigins } from '#server/platform/http/headers.ts';
import type { LiveHub } from '#server/platform/live.ts';
import { Problem, problemOf } from '#server/platform/http/problem.ts';
import { largeBodiesOf, refuseBrokenRequest, requestHash, sendProblem, serveApi } from '#server/platform/http/serving.ts';
import { plainEndpoints, serveDocumentation } from '#server/office/site/documentation.ts';
import { serveIdentityCallback } from '#server/accounts/sessions/callback.ts';
import { serveLive } from '#server/office/site/live.ts';
import { serveShell } from '#server/office/site/routes.ts';
import { filesApi } from '#server/files/folders/api.ts';
import { describeStorage } from '#server/files/protocol/documentation.ts';
import { serveMedia } from '#server/files/pictures/media.ts';
import { openBlobs } from '#server/files/bytes/openBlobs.ts';
import { privacyApi } from '#server/office/privacy/api.ts';
import { searchApi } from '#server/office/search/api.ts';
import { isStorage, sendRefusal, serveStorage } from '#server/files/protocol/routes.ts';
import { openStorage } from '#server/files/objects/storage.ts';
import { profilePictureUses } from '#server/files/folders/uses.ts';
import { usersApi } from '#server/accounts/users/api.ts';

export type AppOptions = {
  services: Services;
  hub: LiveHub;
  secret: string;
  webFolder: string;
  build: string;
  /** Whether the work behind the requests runs. */ isBackgroundRunning?: () => boolean;
};

const creating = new Set(['POST']);

/** What the heads of pages with an address of their own tell search engines and previews. */
const headsOfPages = {
  rwaContent: contentPageHead,
  scbContent: contentPageHead,
  gsvContent: contentPageHead,
  news: newsHead,
  course: courseHead,
  events: eventHead,
};

/** The first public data of pages, in their payload files. */
const payloads = {
  home: async (services: Services, club: Club) => ({
    dates: await nextDates(services, club),
    news: await latestNews(services, club),
  }),
  myClub: clubCard,
  news: newsPayload,
};

/** The whole server on one page: every feature's endpoints, and the few routes beside the contract. */
export function createApp({ services, hub, secret, webFolder, build, isBackgroundRunning = () => true }: AppOptions) {
  const { settings, database, log } = services;
  const auth = createAuth(services, secret);
  const cookieName = sessionCookieName(settings);
  const headers = protectingHeaders(settings.secure);

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: settings.TRUSTED_PROXIES?.split(',').map((address) => address.trim()) ?? false,
    bodyLimit: 1024 * 1024,
    // Whoever sends slower than this loses the line; Node looks at its lines once a second.
    http: { headersTimeout: 5000, connectionsCheckingInterval: 1000 },
    // The time for a whole request is limited below, since files have a limit of their own.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) =>
      isStorage(request.raw.url ?? '')
        ? void sendRefusal(error, request, reply.headers(headers))
        : void sendProblem(reply.headers(headers), problemOf(error), request.id),
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, headers),
  });
  // Longer than any answer may take, so that whoever waited in vain is told to come back instead of losing the line.
  app.server.setTimeout(25_000);

  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  limitArrival(app, 15_000, isStorage);
  // The storage takes no cookie, so no foreign page can use one there.
  refuseForeignOrigins(app, isStorage);
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status >= 500) log.error({ err: problem.cause ?? problem, requestId: request.id, code: problem.code }, 'request failed');
    return sendProblem(reply, problem, request.id);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(reply, new Problem('not-found'), request.id));

  const contextOf = async (request: FastifyRequest, reply?: FastifyReply): Promise<Context> => {
    const progress = { startedAt: performance.now(), isGivenUp: false };
    const hostClub = clubOfHost(request.host, settings.hosts);
    const viewer = await readViewer(database, request.headers.cookie, cookieName);
    const network = networkOf(request.ip);
    const key = request.headers['idempotency-key'];
    const isRepeatable = creating.has(request.method) && typeof key === 'string' && key !== '';
    if (isRepeatable && key.length > 200) throw new Problem('invalid-argument');
    const repeatable = isRepeatable ? { owner: viewer?.userId ?? network, key, requestHash: requestHash(request) } : undefined;
    return {
      ...services,
      requestId: request.id,
      network,
      headers: headersOf(request),
      hostClub,
      viewer,
      progress,
      ...workIn(database, readFeature, viewer, hostClub, repeatable, progress),
      setHeader: (name, value) => void reply?.header(name, value),
    };
  };

  const storage = openStorage(services, openBlobs(settings), secret, (token) => readToken(token, secret));

  const router = {
    session: sessionApi(auth, secret),
    profile: profileApi,
    users: usersApi,
    people: peopleApi,
    members: membersApi,
    memberImports: memberImportsApi,
    memberLinks: memberLinksApi(mandates),
    memberReport: memberReportApi(heldDates),
    membershipApplications: membershipApplicationsApi(mandates),
    changeRequests: changeRequestsApi(mandates),
    courses: coursesApi(courseMoney),
    participations: enrolmentsApi(courseMoney),
    eventRegistrations: eventRegistrationsApi,
    attendance: attendanceApi,
    charges: chargesApi,
    sepaRuns: sepaRunsApi,
    courseStat: courseStatApi,
    hallRates: hallRatesApi,
    bankStatements: bankStatementsApi,
    hours: hoursApi,
    clubs: clubsApi,
    contentPages: contentPagesApi,
    news: newsApi,
    newsroom: newsroomApi,
    feedback: feedbackApi,
    config: configApi,
    audit: auditApi,
    info: infoApi(build),
    dashboard: dashboardApi,
    search: searchApi,
    privacy: privacyApi,
    // Every feature that keeps paths of files says here where it shows them.
    files: filesApi(storage, [profilePictureUses, courseUses, eventUses, facilityUses, contentPageUses, newsUses, mailUses, clubUses]),
    facilities: facilitiesApi,
    defects: defectsApi,
    halls: hallsApi,
    bookings: bookingsApi(followOffer),
    bookingSeries: bookingSeriesApi,
    closures: closuresApi,
    events: eventsApi(eventRegistrations),
    feeds: feedsApi,
    dayRules: dayRulesApi([courseDates, bookingDates(courseBookings)]),
    operationals: helperListsApi,
    helping: helperSignUpApi,
    mails: mailsApi,
  } satisfies { [feature in keyof Contract]: unknown };

  serveHealth(app, database, isBackgroundRunning);
  serveDocumentation(app, () => describeApi(contract, plainEndpoints, describeStorage()));
  serveIdentityCallback(app, auth);
  serveFeeds(app, services);
  serveUnsubscribe(app, services);
  serveLive(app, hub, contextOf);
  serveCourseList(app, services);
  servePlan(app, services, contextOf);
  serveApi(app, router, contextOf, largeBodiesOf(contract));
  serveStorage(app, storage);
  serveMedia(app, storage, contextOf);
  serveNewsFeed(app, services);
  serveShell(app, { services, webFolder, build, hub, payloads, heads: headsOfPages, contextOf });
  return app;
}

/** The headers of a request; the host is the one that people typed, also behind a configured proxy. */
function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  headers.set('host', request.host);
  return headers;
}

/** Limits count an IPv6 network of 64 bits as one, since a household has all of its addresses. A broken connection has none. */
function networkOf(address = ''): string {
  return isIPv6(address) && !address.startsWith('::ffff:')
    ? `${address.split(':').slice(0, 4).join(':')}::/64`
    : address.replace('::ffff:', '');
}
