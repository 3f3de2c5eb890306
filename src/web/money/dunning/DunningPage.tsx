import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { AccountDrawer } from '../accounts/AccountDrawer.tsx';
import { Letters } from './Letters.tsx';
import { RunPart } from './RunPart.tsx';
import { RunsPart } from './RunsPart.tsx';
import { StagesPart } from './StagesPart.tsx';

const tabs = ['heute', 'laeufe', 'stufen'] as const;
const address = z.object({ tab: z.enum(tabs).default('heute'), briefe: id.optional(), konto: id.optional() });

/** Overdue payers, and their dunning notices (/admin/money/dunning). */
export function Page() {
  const [{ tab, briefe, konto }, setAddress] = useAddress(address);
  if (briefe) return <Letters runId={briefe} onBack={() => setAddress({ briefe: undefined })} />;
  return (
    <>
      <PageTitle title={pages.adminDunning.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) ?? 'heute' })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="heute">Heute</Tabs.Tab>
          <Tabs.Tab value="laeufe">Verschickt</Tabs.Tab>
          <Tabs.Tab value="stufen">Stufen</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="heute">
          <RunPart onAccount={(payer) => setAddress({ konto: payer })} onSent={() => setAddress({ tab: 'laeufe' })} />
        </Tabs.Panel>
        <Tabs.Panel value="laeufe">
          <RunsPart onLetters={(run) => setAddress({ briefe: run })} />
        </Tabs.Panel>
        <Tabs.Panel value="stufen">
          <StagesPart />
        </Tabs.Panel>
      </Tabs>
      <AccountDrawer payerId={konto} onOpen={(payer) => setAddress({ konto: payer })} onClose={() => setAddress({ konto: undefined })} />
    </>
  );
}
