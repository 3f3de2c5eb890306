import type { Club } from '#shared/kernel/clubs.ts';
import { contract } from '#shared/api.ts';
import { servePlan } from '#server/halls/plan/planRoute.ts';
import { clubCard } from '#server/office/site/card.ts';
import { contentPageHead } from '#server/content/pages/service.ts';
import { serveNewsFeed } from '#server/content/news/feed.ts';
import { courseHeads, offersHead } from '#server/courses/offers/head.ts';
import { latestNews, newsHead, newsPayload } from '#server/content/news/service.ts';
import { holidayHead } from '#server/courses/holiday/service.ts';
import { eventHead } from '#server/events/head.ts';
import { hallHead } from '#server/halls/plan/head.ts';
import { nextDates } from '#server/events/service.ts';
import { serveFeeds } from '#server/office/feeds/routes.ts';
import { serveCoursePages } from '#server/courses/offers/coursePages.ts';
import { KeptCourses } from '#server/courses/offers/keptCourses.ts';
import { KeptReportFaults } from '#server/people/report/service.ts';
import { serveCourseList } from '#server/courses/offers/publicList.ts';
import { createAuth } from '#server/accounts/sessions/auth.ts';
import { readToken } from '#server/accounts/sessions/tokens.ts';
import { serveWatchEnd } from '#server/courses/watches/service.ts';
import { serveUnsubscribe } from '#server/content/mails/service.ts';
import { serveHealth } from './platform/http/health.ts';
import type { Services } from '#server/platform/http/context.ts';
import { describeApi } from '#server/platform/http/documentation.ts';
import type { LiveHub } from '#server/platform/live.ts';
import { refuseInMaintenance, watchMaintenance, type Maintenance } from '#server/platform/http/maintenance.ts';
import type { Answered } from '#server/platform/http/requestLog.ts';
import { largeBodiesOf, longestAnswerMs, serveApi } from '#server/platform/http/serving.ts';
import { plainEndpoints, serveDocumentation } from '#server/office/site/documentation.ts';
import { serveIdentityCallback } from '#server/accounts/federation/callback.ts';
import { serveLive } from '#server/office/site/live.ts';
import { serveShell } from '#server/office/site/routes.ts';
import { describeStorage } from '#server/files/protocol/documentation.ts';
import { serveMedia } from '#server/files/pictures/media.ts';
import { watchStore } from '#server/files/bytes/proveStore.ts';
import { openBlobs } from '#server/files/bytes/openBlobs.ts';
import { serveStorage } from '#server/files/protocol/routes.ts';
import { readerOfVouchers } from '#server/money/expenses/service.ts';
import { openStorage } from '#server/files/objects/storage.ts';
import { endpointsOf } from './endpoints.ts';
import { contextsOf } from './requestContext.ts';
import { openedBySecrets } from './secretPages.ts';
import { openWebServer } from './webServer.ts';

export type AppOptions = {
  services: Services;
  hub: LiveHub;
  secret: string;
  webFolder: string;
  build: string;
  /** Whether background work is running, for the readiness check. */ isBackgroundRunning?: () => boolean;
  maintenance?: Maintenance;
  /** Called after each response, for metrics. */ count?: (answered: Answered) => void;
};

/** The head elements of pages with their own metadata, for search engines and link previews. */
const headsOfPages = {
  rwaContent: contentPageHead,
  scbContent: contentPageHead,
  gsvContent: contentPageHead,
  news: newsHead,
  offers: offersHead,
  events: eventHead,
  hall: hallHead,
  holiday: holidayHead,
};

/** The first public data of pages, contained in their payload files. */
const payloads = {
  home: async (services: Services, club: Club) => ({
    dates: await nextDates(services, club),
    news: await latestNews(services, club),
  }),
  myClub: clubCard,
  news: newsPayload,
};

/** Creates the server: the endpoints of endpoints.ts, and the routes outside of the contract. */
export function createApp({ services, hub, secret, webFolder, build, isBackgroundRunning = () => true, count, ...more }: AppOptions) {
  const { maintenance = watchMaintenance(services.database) } = more;
  const { settings, database } = services;
  const auth = createAuth(services, secret);
  const contextOf = contextsOf(services);
  const blobs = openBlobs(settings);
  const storage = openStorage(services, blobs, secret, (token) => readToken(token, secret), readerOfVouchers);
  const courses = new KeptCourses(services);
  const reportFaults = new KeptReportFaults(services);
  const app = openWebServer(services, count);
  refuseInMaintenance(app, maintenance);
  // Longer than any response timeout, so that slow requests get a response rather than a closed connection.
  app.server.setTimeout(longestAnswerMs(contract) + 5000);
  serveHealth(app, database, isBackgroundRunning, watchStore(blobs));
  serveDocumentation(app, () => describeApi(contract, plainEndpoints, describeStorage()));
  serveIdentityCallback(app, auth, services);
  serveFeeds(app, services, contextOf);
  serveUnsubscribe(app, services);
  serveWatchEnd(app, services);
  serveLive(app, hub, contextOf);
  serveCourseList(app, services);
  serveCoursePages(app, courses, contextOf);
  servePlan(app, services, contextOf);
  const endpoints = endpointsOf({ auth, secret, build, storage, courses, reportFaults, presence: hub.presence });
  serveApi(app, endpoints, contextOf, largeBodiesOf(contract));
  serveStorage(app, storage);
  serveMedia(app, storage, contextOf);
  serveNewsFeed(app, services);
  serveShell(app, {
    services,
    webFolder,
    build,
    hub,
    maintenance,
    payloads,
    heads: { ...headsOfPages, course: courseHeads(courses) },
    isOpened: openedBySecrets(endpoints),
    contextOf,
  });
  return app;
}
