import { Stack } from '@mantine/core';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAddress } from '#web/lib/address.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { DebitLetters } from './DebitLetters.tsx';
import { SepaPart } from './SepaPart.tsx';

const address = z.object({ briefe: id.optional() });

/** Direct debits (/admin/money/debits). */
export function Page() {
  const [{ briefe }, setAddress] = useAddress(address);
  if (briefe) return <DebitLetters runId={briefe} onBack={() => setAddress({ briefe: undefined })} />;
  return (
    <>
      <PageTitle title={pages.adminDebits.title} />
      <Stack gap="sm">
        <SepaPart />
      </Stack>
    </>
  );
}
