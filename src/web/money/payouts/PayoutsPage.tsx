import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { CandidatesPart } from './CandidatesPart.tsx';
import { PayoutRuns } from './PayoutRuns.tsx';

const tabs = ['offen', 'laeufe'] as const;
const address = z.object({ tab: z.enum(tabs).default('offen') });

/** Payouts by SEPA file (/admin/money/payouts). */
export function Page() {
  const [{ tab }, setAddress] = useAddress(address);
  return (
    <>
      <PageTitle title={pages.adminPayouts.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) ?? 'offen' })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="offen">Auszuzahlen</Tabs.Tab>
          <Tabs.Tab value="laeufe">Sammelüberweisungen</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="offen">
          <CandidatesPart onMade={() => setAddress({ tab: 'laeufe' })} />
        </Tabs.Panel>
        <Tabs.Panel value="laeufe">
          <PayoutRuns />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
