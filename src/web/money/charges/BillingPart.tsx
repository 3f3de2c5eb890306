import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { id } from '#shared/kernel/fields.ts';
import { useAddress } from '#web/lib/address.ts';
import { Segments } from '#web/ui/filters/Segments.tsx';
import { AccountDrawer } from '../accounts/AccountDrawer.tsx';
import { BankPart } from '../bank/BankPart.tsx';
import { ChargeList } from './ChargeList.tsx';
import { PreviewPart } from './PreviewPart.tsx';
import { billedCoursesQuery } from './queries.ts';
import { RefundsPart } from './RefundsPart.tsx';
import { SepaPart } from '../sepa/SepaPart.tsx';

const steps = [
  { value: 'vorschau', label: 'Vorschau' },
  { value: 'forderungen', label: 'Forderungen' },
  { value: 'zahlungseingang', label: 'Zahlungseingang' },
  { value: 'erstattungen', label: 'Erstattungen' },
  { value: 'lastschrift', label: 'Lastschrift' },
] as const;

const address = z.object({
  course: id.optional(),
  schritt: z.enum(steps.map(({ value }) => value)).default('vorschau'),
  konto: id.optional(),
});

/** Billing step by step: the preview, the charges, the bank's transactions, refunds. */
export function BillingPart() {
  const [{ course, schritt, konto }, setAddress] = useAddress(address);
  const { data } = useQuery(billedCoursesQuery());
  const courses = (data?.rows ?? []).filter(({ status }) => status !== 'draft');
  return (
    <Stack gap="sm">
      <Segments
        className="no-print"
        aria-label="Schritt der Abrechnung"
        fullWidth
        data={[...steps]}
        value={schritt}
        onChange={(value) => setAddress({ schritt: value })}
        maw={760}
      />
      {schritt !== 'lastschrift' && schritt !== 'zahlungseingang' && (
        <Select
          className="no-print"
          label="Angebot"
          placeholder="Alle begonnenen Angebote"
          data={courses.map((one) => ({ value: one.id, label: `${one.title} (${one.number})` }))}
          value={course ?? null}
          onChange={(value) => setAddress({ course: value ?? undefined })}
          searchable
          clearable
          maw={520}
          nothingFoundMessage="Kein Angebot gefunden"
        />
      )}
      {schritt === 'vorschau' && <PreviewPart key={course} courseId={course} onMade={() => setAddress({ schritt: 'forderungen' })} />}
      {schritt === 'forderungen' && <ChargeList key={course} courseId={course} onAccount={(payer) => setAddress({ konto: payer })} />}
      {schritt === 'zahlungseingang' && <BankPart />}
      {schritt === 'erstattungen' && <RefundsPart courseId={course} />}
      {schritt === 'lastschrift' && <SepaPart />}
      <AccountDrawer payerId={konto} onOpen={(payer) => setAddress({ konto: payer })} onClose={() => setAddress({ konto: undefined })} />
    </Stack>
  );
}
