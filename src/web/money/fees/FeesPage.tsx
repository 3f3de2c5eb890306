import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { clubNames } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { ClubChoice } from '#web/club/parts/ClubChoice.tsx';
import { seenClub } from '#web/club/parts/seenClub.ts';
import { useAddress } from '#web/lib/address.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { FeeLetters } from './FeeLetters.tsx';
import { FamiliesPart } from './FamiliesPart.tsx';
import { RulesPart } from './RulesPart.tsx';
import { RunPart } from './RunPart.tsx';

const tabs = ['regeln', 'familien', 'lauf'] as const;
const address = z.object({
  tab: z.enum(tabs).default('regeln'),
  club: z.enum(clubNames).optional(),
  briefe: id.optional(),
});

/** The membership fees, and charging them (/admin/money/fees). */
export function Page() {
  const { user } = useAuth();
  const [{ tab, club: asked, briefe }, setAddress] = useAddress(address);
  if (!user) return null;
  if (briefe) return <FeeLetters runId={briefe} onBack={() => setAddress({ briefe: undefined })} />;
  const { seesClubs, club } = seenClub(user, 'fees.manage', asked);
  return (
    <>
      <PageTitle title={pages.adminFees.title}>
        {seesClubs && <ClubChoice value={club} onChange={(next) => setAddress({ club: next })} />}
      </PageTitle>
      <Tabs value={tab} onChange={(value) => setAddress({ tab: tabs.find((one) => one === value) ?? 'regeln' })} keepMounted={false}>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="regeln">Beitragsordnung</Tabs.Tab>
          <Tabs.Tab value="familien">Familien</Tabs.Tab>
          <Tabs.Tab value="lauf">Beitragslauf</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="regeln">
          <RulesPart key={club} club={club} />
        </Tabs.Panel>
        <Tabs.Panel value="familien">
          <FamiliesPart key={club} club={club} />
        </Tabs.Panel>
        <Tabs.Panel value="lauf">
          <RunPart key={club} club={club} onLetters={(run) => setAddress({ briefe: run })} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
