import { Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { euros } from '#shared/kernel/money.ts';
import { allowanceKindNames, allowanceKinds, limitInput, type AllowanceLimit } from '#shared/people/trainers/allowances.ts';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { limitsQuery, useLimits } from './queries.ts';
import classes from './trainers.module.css';

/** The statutory tax-free allowances by year, which a super maintains for all clubs. */
export function LimitsPart() {
  const query = useQuery(limitsQuery());
  const { remove } = useLimits();
  if (!query.data) return <Loading query={query} />;
  const ask = (one: AllowanceLimit) =>
    confirm({
      title: 'Freibetrag löschen?',
      text: `${wordsOf(one)}. Danach gilt wieder der Betrag davor.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(one, { onSuccess: () => notify('Der Freibetrag ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <PagePart title="Freibeträge" lead="Für alle Vereine. Ein Betrag gilt, bis ein späteres Jahr einen anderen hat.">
      <ul className={classes['proofs']}>
        {query.data.map((one) => (
          <li key={`${one.kind} ${one.year}`}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{wordsOf(one)}</Text>
              <Button variant="subtle" px="xs" onClick={() => ask(one)} aria-label={`Löschen: ${wordsOf(one)}`}>
                Löschen
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <LimitForm />
    </PagePart>
  );
}

function wordsOf({ kind, year, cents }: AllowanceLimit): string {
  return `${allowanceKindNames[kind]} ab ${year}: ${euros(cents)}`;
}

const kinds = allowanceKinds.map((value) => ({ value, label: allowanceKindNames[value] }));

function LimitForm() {
  const { set } = useLimits();
  const form = useShapeForm({ kind: 'trainer' as const, year: Number(today().slice(0, 4)) + 1, cents: 0 }, limitInput);
  const submit = form.onSubmit((values) =>
    set.mutate(values, {
      onSuccess: () => {
        notify('Der Freibetrag ist gespeichert.');
        form.setFieldValue('cents', 0);
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="start">
        <NativeSelect label="Freibetrag" data={kinds} {...form.getInputProps('kind')} />
        <NumberInput label="Ab dem Jahr" min={2000} max={2200} hideControls {...form.getInputProps('year')} />
        <EuroField
          label="Betrag (€)"
          cents={form.values.cents}
          field={form.getInputProps('cents')}
          onChange={(cents) => form.setFieldValue('cents', cents)}
        />
        <Button type="submit" loading={set.isPending} mt={24}>
          Freibetrag speichern
        </Button>
      </Group>
      <FormProblem error={set.error} fields={['kind', 'year', 'cents']} />
    </form>
  );
}
