import { Anchor, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import type { Season } from '#shared/halls/seasons/seasons.ts';
import { seasonSets, seasonStateNames } from '#shared/halls/seasons/seasonStates.ts';
import { may } from '#shared/kernel/rights.ts';
import type { User } from '#shared/kernel/user.ts';
import { useAddress } from '#web/lib/address.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { ComparePart } from '../workbench/ComparePart.tsx';
import { ObjectionsTab } from './ObjectionsTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PapersTab } from '../publication/PapersTab.tsx';
import { PlanTab } from './PlanTab.tsx';
import { seasonQuery } from './queries.ts';
import { WishesTab } from './WishesTab.tsx';
import { daysOf } from './words.ts';

const tabs = ['overview', 'wishes', 'plan', 'compare', 'objections', 'papers'] as const;
const address = z.object({ tab: z.enum(tabs).default('overview') });
const tabNames = {
  overview: 'Übersicht',
  wishes: 'Wünsche',
  plan: 'Plan',
  compare: 'Vergleich',
  objections: 'Einwände',
  papers: 'Zuteilungen',
};

/** One season: overview, wishes, plan and objections. */
export function SeasonPage({ id, viewer }: { id: string; viewer: User }) {
  const { data, error, refetch } = useQuery(seasonQuery(id));
  const [{ tab }, setAddress] = useAddress(address);
  if (error && !data)
    return (
      <>
        <PageTitle title="Hallenvergabe" />
        <LoadProblem error={error} onRetry={() => void refetch()} />
      </>
    );
  if (!data) return <Pending />;
  const shown = tabsOf(data, viewer);
  const open = shown.includes(tab) ? tab : 'overview';
  return (
    <>
      <Anchor component={Link} to="/admin/seasons/" size="sm">
        Alle Saisons
      </Anchor>
      <PageTitle title={data.name} />
      <Text mb="sm">{`${daysOf(data)} · ${seasonStateNames[data.phase]}`}</Text>
      <Tabs value={open} onChange={(value) => setAddress({ tab: address.shape.tab.parse(value) })} keepMounted={false}>
        <TabList mb="md" className="no-print" aria-label="Teil der Hallenvergabe" style={{ flexWrap: 'wrap' }}>
          {shown.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {tabNames[value]}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={open}>
          <Part part={open} season={data} viewer={viewer} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Part({ part, season, viewer }: { part: (typeof tabs)[number]; season: Season; viewer: User }) {
  if (part === 'wishes') return <WishesTab season={season} viewer={viewer} />;
  if (part === 'plan') return <PlanTab season={season} viewer={viewer} />;
  if (part === 'compare') return <ComparePart season={season} />;
  if (part === 'objections') return <ObjectionsTab season={season} viewer={viewer} />;
  if (part === 'papers') return <PapersTab season={season} />;
  return <OverviewTab season={season} viewer={viewer} />;
}

/** The tabs that the viewer may see in this phase. */
function tabsOf({ phase, isManaged }: Season, viewer: User): (typeof tabs)[number][] {
  const isAnnounced = seasonSets.announced.includes(phase);
  const seesWishes = may({ role: viewer.role.name }, 'wishes.list', 'club') !== undefined;
  return [
    'overview',
    ...(seesWishes && phase !== 'draft' ? (['wishes'] as const) : []),
    ...(isAnnounced || (isManaged && seasonSets.planned.includes(phase)) ? (['plan'] as const) : []),
    ...(isManaged && seasonSets.planned.includes(phase) ? (['compare'] as const) : []),
    ...(seesWishes && (isAnnounced || (isManaged && phase === 'planning')) ? (['objections'] as const) : []),
    ...(seesWishes && isAnnounced ? (['papers'] as const) : []),
  ];
}
