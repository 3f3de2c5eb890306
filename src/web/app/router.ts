import { createRootRoute, createRoute, createRouter, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { mayOpen, pageNames, pageOf, type Layout, type PageName } from '#shared/kernel/pages.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { isSlowConnection, payloadQuery } from '#web/lib/call/payload.ts';
import { isPageOn } from '#web/lib/session/ownClub.ts';
import { authState, onAuthState } from '#web/lib/session/session.ts';
import { BrokenPage, ErrorScreen, NotFoundScreen } from './screens/ErrorScreen.tsx';
import { DefaultLayout } from './layouts/DefaultLayout.tsx';
import { pageModules } from './pageModules.ts';
import { NotFoundNotice } from '#web/ui/notices/ErrorNotice.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { queryClient } from './queryClient.ts';

const root = createRootRoute({ notFoundComponent: NotFoundScreen, errorComponent: ErrorScreen });

const staffFrame = () => import('./layouts/AdminLayout.tsx');
const staffPage = lazyRouteComponent(staffFrame, 'StaffPage');

const layouts = {
  default: createRoute({ getParentRoute: () => root, id: 'default', component: DefaultLayout }),
  admin: createRoute({
    getParentRoute: () => root,
    id: 'admin',
    component: lazyRouteComponent(staffFrame, 'AdminLayout'),
  }),
  mobile: createRoute({
    getParentRoute: () => root,
    id: 'mobile',
    component: lazyRouteComponent(() => import('./layouts/MobileLayout.tsx'), 'MobileLayout'),
  }),
} satisfies { [layout in Layout]: unknown };

/** The route of a page: guarded by roles and feature, lazily loaded, its payload prefetched. */
function pageRoute(name: PageName) {
  const page = pageOf(name);
  return createRoute({
    getParentRoute: () => layouts[page.layout],
    path: page.path,
    // In the staff's frame the title comes before the code of the page.
    component: page.layout === 'admin' ? staffPage : lazyRouteComponent(pageModules[name], 'Page'),
    staticData: { page: name },
    beforeLoad: ({ location }) => {
      // The start page explains the redirect.
      if (!mayOpen(page, authState().user?.role.name))
        throw redirect({ to: '/', state: (before) => ({ ...before, refusedPath: location.href }) });
      // The phone frame itself explains which feature is off and who can switch it on.
      if (page.layout !== 'mobile' && !isPageOn(page, authState().user)) throw notFound();
    },
    // Nothing is awaited: the page shows its frame at once and fills in the data later.
    loader: ({ location, cause }) => {
      if (!page.roles && page.layout === 'default') void queryClient.prefetchQuery(payloadQuery(name));
      // An open page asks for its rows itself. If the page cannot be loaded, its component says so.
      else if (cause !== 'stay')
        void pageModules[name]().then(({ prefetch }) => prefetch?.(queryClient, location.search, location.pathname), ignored);
    },
  });
}

function ignored() {
  return undefined;
}

const routes = pageNames.map((name) => ({ layout: pageOf(name).layout, route: pageRoute(name) }));
const childrenOf = (layout: Layout) => routes.filter((one) => one.layout === layout).map(({ route }) => route);

/** The route tree, generated from shared/kernel/pages.ts. */
export const router = createRouter({
  routeTree: root.addChildren(keysOf(layouts).map((layout) => layouts[layout].addChildren(childrenOf(layout)))),
  defaultPreload: isSlowConnection() ? false : 'intent',
  defaultPendingComponent: Pending,
  defaultNotFoundComponent: NotFoundNotice,
  defaultErrorComponent: BrokenPage,
  scrollRestoration: true,
});

// Rights may have changed: re-run the guards of the open page. After a sign-out the whole document is replaced instead.
let hadUser = authState().user !== null;
onAuthState(({ user }) => {
  hadUser ||= user !== null;
  if (user || !hadUser) void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageName;
  }
  interface HistoryState {
    /** The page that the user was redirected from. */
    refusedPath?: string;
  }
}
