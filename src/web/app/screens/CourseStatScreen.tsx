import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import { StatisticsPart } from '#web/office/statistics/StatisticsPart.tsx';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';

const BillingPart = lazyPart(async () => (await import('#web/money/charges/BillingPart.tsx')).BillingPart);

const address = z.object({ tab: z.enum(['statistik', 'abrechnung']).default('statistik') });

/** /admin/courseStat: composes the statistics (office) with the money per course (money). */
export function Page() {
  const { user } = useAuth();
  const [{ tab }, setAddress] = useAddress(address);
  if (!user) return null;
  const mayBill = Boolean(may({ role: user.role.name }, 'charges.manage', 'club'));
  return (
    <>
      <PageTitle title={pages.adminCourseStat.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: value === 'abrechnung' ? 'abrechnung' : 'statistik' })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="statistik">Statistik</Tabs.Tab>
          {mayBill && <Tabs.Tab value="abrechnung">Abrechnung</Tabs.Tab>}
        </TabList>
        <Tabs.Panel value="statistik">
          <StatisticsPart
            club={user.club.name}
            seesClubs={Boolean(may({ role: user.role.name }, 'courseStat.read', 'other'))}
            mayBill={mayBill}
          />
        </Tabs.Panel>
        <Tabs.Panel value="abrechnung">
          <BillingPart />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
