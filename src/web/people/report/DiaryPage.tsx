import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { clubName, localDate } from '#shared/kernel/fields.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import { nextKeyDate } from '#shared/people/report/reportAdapters.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { today } from '#web/lib/berlinDay.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { Diary } from './Diary.tsx';
import { Cockpit } from './Cockpit.tsx';
import { SumsPart } from './SumsPart.tsx';

const tabs = ['tagebuch', 'bestand', 'vereine'] as const;
const address = z.object({
  tab: z.enum(tabs).default('bestand'),
  club: clubName.optional(),
  from: localDate.optional(),
  to: localDate.optional(),
  keyDate: localDate.optional(),
});

/** The trainers' diary and the report to the sports association (/admin/memberStatistic). */
export function Page() {
  const { user } = useAuth();
  const [{ tab, club: chosen, from, to, keyDate }, setAddress] = useAddress(address);
  if (!user) return null;
  const seesClubs = Boolean(may({ role: user.role.name }, 'memberStatistic.read', 'other'));
  const club = (seesClubs && chosen) || user.club.name;
  const year = today().slice(0, 4);
  return (
    <>
      <PageTitle title={pages.adminMemberStatistic.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      <Tabs value={tab} onChange={(next) => setAddress({ tab: tabs.find((name) => name === next) })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="tagebuch" leftSection={<Icon name="notebook" />}>
            Tagebuch
          </Tabs.Tab>
          <Tabs.Tab value="bestand" leftSection={<Icon name="chart-bar" />}>
            Bestandserhebung
          </Tabs.Tab>
          {club === associationClub && (
            <Tabs.Tab value="vereine" leftSection={<Icon name="users" />}>
              Vereine
            </Tabs.Tab>
          )}
        </TabList>
        <Tabs.Panel value="tagebuch">
          <Diary period={{ club, from: from ?? `${year}-01-01`, to: to ?? today() }} onChange={setAddress} />
        </Tabs.Panel>
        <Tabs.Panel value="bestand">
          <Cockpit club={club} keyDate={keyDate ?? nextKeyDate(today())} onChange={setAddress} />
        </Tabs.Panel>
        {club === associationClub && (
          <Tabs.Panel value="vereine">
            <SumsPart keyDate={keyDate ?? nextKeyDate(today())} onChange={setAddress} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}
