import { Tabs } from '@mantine/core';
import { z } from 'zod';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { TabList } from '#web/ui/plain/TabList.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Clubs } from '../clubs/Clubs.tsx';

const tabs = ['verein', 'protokoll'] as const;
const address = z.object({ tab: z.enum(tabs).default('verein') });

/** The clubs' data and the audit log (/admin/audit). */
export function Page() {
  const [{ tab }, setAddress] = useAddress(address);
  return (
    <>
      <PageTitle title={pages.adminAudit.title} />
      {/* Both panels stay mounted, so that looking into the log does not lose unsaved input. */}
      <Tabs value={tab} onChange={(next) => setAddress({ tab: tabs.find((name) => name === next) })} keepMounted>
        <TabList mb="md" className="no-print">
          <Tabs.Tab value="verein" leftSection={<Icon name="shield" />}>
            Verein
          </Tabs.Tab>
          <Tabs.Tab value="protokoll" leftSection={<Icon name="history" />}>
            Protokoll
          </Tabs.Tab>
        </TabList>
        <Tabs.Panel value="verein">
          <Clubs />
        </Tabs.Panel>
        <Tabs.Panel value="protokoll">
          <AuditLog />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
