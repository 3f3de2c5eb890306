import { Stack, Tabs } from '@mantine/core';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { addressOf, useAddress } from '#web/lib/address.ts';
import type { Prefetch } from '#web/lib/call/prefetch.ts';
import { authState, useAuth } from '#web/lib/session/session.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { AccountDrawer } from '../accounts/AccountDrawer.tsx';
import { StatementSheet } from '../accounts/StatementSheet.tsx';
import { LevyLetters } from '../levies/LevyLetters.tsx';
import { LevyList } from '../levies/LevyList.tsx';
import { LevyPart } from '../levies/LevyPart.tsx';
import { OpeningsPart } from '../openings/OpeningsPart.tsx';
import { ChargeList, prefetchCharges } from './ChargeList.tsx';
import { RefundsPart } from './RefundsPart.tsx';

const tabs = ['liste', 'neu', 'gestellt', 'erstattungen', 'anfang'] as const;
const address = z.object({ tab: z.enum(tabs).default('liste'), konto: id.optional(), auszug: id.optional(), briefe: id.optional() });

export const prefetch: Prefetch = async (client, search) => {
  const { user } = authState();
  if (user && addressOf(address, search).tab === 'liste') await prefetchCharges(client, user.club.name, search);
};

/** The charges of the club, and charging by hand (/admin/money/charges). */
export function Page() {
  const { user } = useAuth();
  const [{ tab, konto, auszug, briefe }, setAddress] = useAddress(address);
  if (!user) return null;
  if (auszug) return <StatementSheet payerId={auszug} onBack={() => setAddress({ auszug: undefined, konto: auszug })} />;
  if (briefe) return <LevyLetters levyId={briefe} onBack={() => setAddress({ briefe: undefined, tab: 'gestellt' })} />;
  return (
    <>
      <PageTitle title={pages.adminCharges.title} />
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) ?? 'liste' })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="liste">Alle</Tabs.Tab>
          <Tabs.Tab value="neu">Fordern</Tabs.Tab>
          <Tabs.Tab value="gestellt">Von Hand gestellt</Tabs.Tab>
          <Tabs.Tab value="erstattungen">Erstattungen</Tabs.Tab>
          <Tabs.Tab value="anfang">Anfangssalden</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="liste">
          <Stack gap="sm">
            <ChargeList club={user.club.name} courseId={undefined} onAccount={(payer) => setAddress({ konto: payer })} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="neu">
          <LevyPart club={user.club.name} onBooked={() => setAddress({ tab: 'gestellt' })} />
        </Tabs.Panel>
        <Tabs.Panel value="gestellt">
          <LevyList onLetters={(levy) => setAddress({ briefe: levy })} />
        </Tabs.Panel>
        <Tabs.Panel value="erstattungen">
          <RefundsPart courseId={undefined} />
        </Tabs.Panel>
        <Tabs.Panel value="anfang">
          <OpeningsPart onBooked={() => setAddress({ tab: 'liste' })} />
        </Tabs.Panel>
      </Tabs>
      <AccountDrawer
        payerId={konto}
        onOpen={(payer) => setAddress({ konto: payer })}
        onClose={() => setAddress({ konto: undefined })}
        onStatement={(payer) => setAddress({ konto: undefined, auszug: payer })}
      />
    </>
  );
}
