import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { sampleAtMost, sampleInput, type Sampled } from '#shared/money/auditors/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../mandates/mandates.module.css';
import { useAuditing } from './queries.ts';

/** A random sample of bookings with their supporting documents. */
export function SamplePart({ opening }: { opening: { token: string; password: string } }) {
  const { sample } = useAuditing();
  const form = useShapeForm({ count: 10 }, sampleInput);
  const submit = form.onSubmit(({ count }) =>
    sample.mutate({ ...opening, count }, { onError: (refusal: unknown) => applyProblem(form, refusal) }),
  );
  return (
    <PagePart title="Stichprobe">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">Zufällige Buchungen mit Zahler, Forderung, Bankzeile und wer sie erfasst hat.</Text>
          <NumberInput
            label="Wie viele Buchungen"
            min={1}
            max={sampleAtMost}
            allowDecimal={false}
            maw={200}
            {...form.getInputProps('count')}
          />
          <FormProblem error={sample.error} fields={['count']} />
          <Button type="submit" variant="default" loading={sample.isPending} style={{ alignSelf: 'flex-start' }}>
            {sample.data ? 'Neue Stichprobe ziehen' : 'Stichprobe ziehen'}
          </Button>
        </Stack>
      </form>
      {sample.data && (
        <Stack gap="sm" mt="md" aria-live="polite">
          {sample.data.length === 0 && <Text>In diesem Jahr gibt es noch keine Buchung.</Text>}
          {sample.data.map((one) => (
            <SampleCard key={one.id} sampled={one} />
          ))}
        </Stack>
      )}
    </PagePart>
  );
}

function SampleCard({ sampled: { day, cents, title, facts } }: { sampled: Sampled }) {
  return (
    <article className={classes['card']}>
      <strong>
        {title} am {germanDate(day)}: {euros(cents)}
      </strong>
      <Facts facts={facts.map(({ label, value }) => [label, value] as const)} />
    </article>
  );
}
