import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addDays } from '#shared/kernel/calendar.ts';
import { periodInWords } from '#shared/courses/priceShare.ts';
import type { ProposedCharge } from '#shared/money/charges.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { today } from '#web/lib/berlinDay.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { RecordList } from '#web/ui/lists/RecordList.tsx';
import { ExcludeDialog } from './ExcludeDialog.tsx';
import { keyOf, previewColumns, PreviewCard } from './previewColumns.tsx';
import { previewQuery, useChargeMutations } from './queries.ts';

const shape = z.object({ day: localDate, dueOn: localDate });

/** A preview of the charges. Nothing is stored until "Forderungen erstellen"; persons can be excluded with a reason. */
export function PreviewPart({ courseId, onMade }: { courseId: string | undefined; onMade: () => void }) {
  const form = useShapeForm({ day: today(), dueOn: addDays(today(), 14) }, shape);
  const { day } = form.values;
  const isDay = localDate.safeParse(day).success;
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const [asked, setAsked] = useState<ProposedCharge>();
  const { data, error, refetch } = useQuery({ ...previewQuery(courseId, day), enabled: isDay });
  const { make } = useChargeMutations();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const charges = data?.charges;
  const wanted = charges?.filter((row) => !reasons.has(keyOf(row))) ?? [];
  const cents = sumOfCents(wanted);
  const excluded = charges?.flatMap((row) => {
    const reason = reasons.get(keyOf(row));
    return reason === undefined ? [] : [{ participationId: row.participationId, period: row.period, reason }];
  });
  const submit = form.onSubmit(({ dueOn }) => {
    if (wanted.length === 0) return notifyRefusal(charges ? 'Bis zu diesem Tag ist nichts abzurechnen.' : 'Es wird noch gerechnet.');
    confirm({
      title: 'Forderungen erstellen?',
      text: `${countOf(wanted.length)} über zusammen ${euros(cents)}. Die Zahlenden sehen sie danach in ihrem Profil.`,
      action: 'Erstellen',
      onConfirm: () =>
        make.mutate(
          { courseId, day, dueOn, excluded: excluded ?? [] },
          {
            onSuccess: ({ made, skipped }) => {
              notify(`${countOf(made)} erstellt${skipped > 0 ? `, ${skipped} gab es schon` : ''}.`);
              setReasons(new Map());
              onMade();
            },
            onError: (refusal) => applyProblem(form, refusal),
          },
        ),
    });
  });
  const waiting = isDay ? 'Wird berechnet …' : 'Bis wann wird abgerechnet?';
  const summary = charges ? `${countOf(wanted.length)} über zusammen ${euros(cents)}` : waiting;
  const toggle = (row: ProposedCharge) => {
    if (!reasons.has(keyOf(row))) return setAsked(row);
    setReasons(new Map([...reasons].filter(([key]) => key !== keyOf(row))));
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Group gap="sm" align="flex-end" className="no-print">
          <DayField label="Abrechnen bis" hasVisibleLabel isRequired {...dayInput(form, 'day')} />
          <DayField label="Fällig am" hasVisibleLabel isRequired min={today()} {...dayInput(form, 'dueOn')} />
          <Button type="submit" loading={make.isPending}>
            Forderungen erstellen
          </Button>
        </Group>
      </form>
      <FormProblem error={make.error} fields={Object.keys(form.values)} />
      <Text size="sm" c="dimmed" component="output">
        {summary}
        {reasons.size > 0 && `, ${reasons.size} ausgenommen`}
        {data?.isCut && '. Es sind sehr viele: Bitte je Angebot abrechnen.'}
      </Text>
      <RecordList
        label="Was abzurechnen ist"
        columns={previewColumns(reasons, courseId === undefined)}
        rows={charges}
        keyOf={keyOf}
        renderCard={(row) => <PreviewCard row={row} reason={reasons.get(keyOf(row))} />}
        renderActions={(row) => (
          <Button
            variant="default"
            size="xs"
            onClick={() => toggle(row)}
            aria-label={[`${verbOf(row)}: ${row.name}`, periodInWords(row.period)].filter(Boolean).join(', ')}
          >
            {verbOf(row)}
          </Button>
        )}
        empty={
          <EmptyState icon="circle-check" title="Hier ist nichts mehr abzurechnen.">
            <p>Alle Anmeldungen mit Preis sind bis zu diesem Tag abgerechnet.</p>
          </EmptyState>
        }
      />
      {data && data.toCheck.length > 0 && <ToCheck rows={data.toCheck} />}
      <ExcludeDialog
        name={asked?.name}
        words="bezahlt diesmal nicht. Die Forderung wird als erlassen vermerkt."
        onClose={() => setAsked(undefined)}
        onExclude={(reason) => {
          if (asked) setReasons(new Map([...reasons, [keyOf(asked), reason]]));
          setAsked(undefined);
        }}
      />
    </>
  );

  function verbOf(row: ProposedCharge): string {
    return reasons.has(keyOf(row)) ? 'Aufnehmen' : 'Ausnehmen';
  }
}

/** Older open items, for which no charge is created automatically. */
function ToCheck({ rows }: { rows: ProposedCharge[] }) {
  return (
    <Stack gap="xs" component="section" aria-labelledby="nachzupruefen">
      <Title order={3} size="h4" id="nachzupruefen">
        Nachzuprüfen ({rows.length})
      </Title>
      <Text size="sm" c="dimmed">
        Begonnene Zeiträume von früher ohne Forderung. Von selbst wird davon nichts erstellt: Bitte sehen Sie nach, ob schon bezahlt ist.
      </Text>
      <RecordList
        label="Nachzuprüfen"
        columns={previewColumns(new Map(), true)}
        rows={rows}
        keyOf={keyOf}
        renderCard={(row) => <PreviewCard row={row} reason={undefined} />}
        empty={null}
      />
    </Stack>
  );
}

function countOf(count: number): string {
  return count === 1 ? '1 Forderung' : `${count} Forderungen`;
}
