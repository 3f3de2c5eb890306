import type { ReactElement } from 'react';
import { useMatch, useRouterState } from '@tanstack/react-router';
import { keysOf } from '#shared/kernel/keys.ts';
import { pageOf, pages, type PageName } from '#shared/kernel/pages.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { greetingOf } from '#web/office/dashboard/greeting.ts';
import { InSlices } from '#web/ui/late/InSlices.tsx';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { pageModules } from './pageModules.ts';

/** What stands in the staff's frame, by page. */
const contents: { readonly [name in PageName]?: ReactElement } = Object.fromEntries(
  keysOf(pages)
    .filter((name) => pageOf(name).layout === 'admin')
    .map((name) => [name, framed(name)]),
);

/** A page in the staff's frame: its title stands at once; its content follows as soon as its code is there, drawn in slices. */
export function StaffPage() {
  const name = useMatch({ strict: false, select: ({ staticData }) => staticData.page });
  return name && contents[name];
}

function framed(name: PageName): ReactElement {
  const meanwhile = <Title name={name} />;
  const Content = lazyPart(async () => (await pageModules[name]()).Page, meanwhile);
  return (
    <InSlices key={name} meanwhile={meanwhile}>
      <Content />
    </InSlices>
  );
}

/** The title of a page before its content; what lies below a page has a title of its own. */
function Title({ name }: { name: PageName }) {
  const { user } = useAuth();
  const { path, title } = pageOf(name);
  const isAtRoot = useRouterState({ select: ({ location }) => location.pathname === path.replace(/\/\$$/, '') });
  return (
    <>
      {isAtRoot && <PageTitle title={name === 'admin' && user ? greetingOf(user) : title} />}
      <Pending />
    </>
  );
}
