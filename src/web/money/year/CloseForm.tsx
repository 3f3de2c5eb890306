import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { closingInput, type Year, type YearCheck } from '#shared/money/books/contract.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { useBooksMutations } from './queries.ts';
import classes from './year.module.css';

/** Closes the books up to the end of a month; the year must be typed as a confirmation. */
export function CloseForm({ club, year: { year, mayClose, checks } }: { club: ClubName; year: Year }) {
  const { close } = useBooksMutations();
  const form = useShapeForm({ until: mayClose[0] ?? '', typed: '' }, closingInput);
  const blocking = checks.filter(({ isBlocking, count }) => isBlocking && count > 0);
  const submit = form.onSubmit((values) => {
    if (blocking.length > 0) return notifyRefusal(`Das geht noch nicht: ${blocking.map(({ text }) => text).join(' ')}`);
    close.mutate(
      { ...values, club },
      {
        onSuccess: ({ until }) => notify(`Bis ${germanDate(until)} ist abgeschlossen.`),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={520}>
        <ul className={classes['checks']} aria-label="Vor dem Abschluss">
          {checks.map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
        <Text size="sm">
          Danach lässt sich mit einem Tag bis dahin nichts mehr fordern, stornieren oder zahlen. Was offen ist, kann weiter bezahlt, gemahnt
          und erlassen werden. Aufheben kann den Abschluss nur der Superuser, mit einem Grund.
        </Text>
        <Select
          label="Abschließen bis"
          data={mayClose.map((day) => ({ value: day, label: germanDate(day) }))}
          allowDeselect={false}
          {...form.getInputProps('until')}
        />
        <TextInput
          label={`Zur Sicherheit: ${year} eintippen`}
          inputMode="numeric"
          autoComplete="off"
          required
          maxLength={10}
          {...form.getInputProps('typed')}
        />
        <FormProblem error={close.error} fields={['until', 'typed']} />
        <Button type="submit" color="danger" loading={close.isPending} style={{ alignSelf: 'flex-start' }}>
          Abschließen
        </Button>
      </Stack>
    </form>
  );
}

function Check({ check: { text, count, isBlocking } }: { check: YearCheck }) {
  const isBad = isBlocking && count > 0;
  return (
    <li className={classes['check']} data-state={isBad ? 'bad' : undefined}>
      <Icon name={count === 0 ? 'check' : isBad ? 'alert-triangle' : 'info-circle'} size={18} />
      <span>
        {text}
        {isBad && ' Bitte zuerst erledigen.'}
      </span>
    </li>
  );
}
