import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ComponentProps } from 'react';
import { z } from 'zod';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { localDate } from '#shared/kernel/fields.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { FeePreview, ShownFeeLine } from '#shared/money/fees/feePreview.ts';
import type { FeeExceptionInput } from '#shared/money/fees/memberFees.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { ExcludeDialog } from '../charges/ExcludeDialog.tsx';
import { ExcludedLines, type Excluded } from './ExcludedLines.tsx';
import { FaultLines } from './FaultLines.tsx';
import { PreviewFilters, type PreviewFilter } from './PreviewFilters.tsx';
import { PreviewLines } from './PreviewLines.tsx';
import { countOf, PreviewSummary } from './PreviewSummary.tsx';
import { ExceptionDialog } from './ExceptionDialog.tsx';
import { feePeriodQuery, feePreviewQuery, useFeeMutations } from './queries.ts';
import { RunList } from './RunList.tsx';
import { daysOf, SpreadField } from './SpreadField.tsx';

const shape = z.object({ from: localDate, to: localDate, dueOn: localDate, isSpread: z.boolean(), tells: z.boolean() });

type RunPartProps = { club: ClubName; /** Opens the letters of a run. */ onLetters: (runId: string) => void };

/** Charges the fees of some months: first a preview with reasons, then the booking. */
export function RunPart({ club, onLetters }: RunPartProps) {
  const query = useQuery(feePeriodQuery(club));
  return query.data ? <Run club={club} period={query.data} onLetters={onLetters} /> : <Loading query={query} />;
}

function Run({ club, period, onLetters }: RunPartProps & { period: { from: string; to: string } }) {
  const form = useShapeForm({ ...period, dueOn: addDays(today(), 30), isSpread: true, tells: true }, shape);
  const { from, to, dueOn, tells } = form.values;
  const isPeriod = localDate.safeParse(from).success && localDate.safeParse(to).success;
  const [excluded, setExcluded] = useState<readonly Excluded[]>([]);
  const [asked, setAsked] = useState<ShownFeeLine>();
  const [excepted, setExcepted] = useState<ShownFeeLine>();
  const [filter, setFilter] = useState<PreviewFilter>({ show: 'all' });
  const { data, error, isFetching, refetch } = useQuery({ ...feePreviewQuery({ club, from, to, ...filter }), enabled: isPeriod });
  const { book } = useFeeMutations();
  /** Exclusions only apply to the lines of their period. */
  const monthOf = (field: 'from' | 'to') => {
    const { onChange, ...rest } = dayInput(form, field);
    return { ...rest, onChange: (day: string | undefined) => (setExcluded([]), onChange(day)) };
  };
  const submit = form.onSubmit((values) => data && ask(data, values));
  const ask = (preview: FeePreview, values: z.output<typeof shape>) =>
    confirm({
      title: 'Beiträge fordern?',
      text: `${wordsOf(preview, excluded)} Der Lauf lässt sich rückgängig machen, solange nichts davon bezahlt ist.`,
      action: 'Fordern',
      onConfirm: () =>
        book.mutate(
          {
            club,
            ...values,
            isSpread: values.isSpread && daysOf(values.dueOn, preview.parts).length > 1,
            hash: preview.hash,
            excluded: excluded.map(({ key, reason }) => ({ key, reason })),
          },
          {
            onSuccess: ({ lines, told }) => {
              setExcluded([]);
              notify([bookedWords(lines), notifiedWords(told)].filter(Boolean).join(' '));
            },
            onError: (refusal) => applyProblem(form, refusal),
          },
        ),
    });
  const count = data ? data.newLines + data.corrections - excluded.length : 0;
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end" className="no-print">
        <DayField label="Beiträge von" hasVisibleLabel isRequired {...monthOf('from')} />
        <DayField label="bis" hasVisibleLabel isRequired {...monthOf('to')} />
        <DayField label="Fällig am" hasVisibleLabel isRequired min={today()} {...dayInput(form, 'dueOn')} />
      </Group>
      <FormProblem error={error ?? book.error} fields={Object.keys(form.values)} onReload={() => (book.reset(), void refetch())} />
      {data && !error && (
        <>
          <PreviewSummary preview={data} period={{ from, to }} tells={tells} />
          <SpreadField
            days={daysOf(dueOn, data.parts)}
            several={data.several}
            input={form.getInputProps('isSpread', { type: 'checkbox' })}
          />
          <ExcludedLines lines={excluded} onInclude={(key) => setExcluded(excluded.filter((one) => one.key !== key))} />
          <Checkbox
            className="no-print"
            label="Beitragsmitteilung per Mail senden, eine an jeden Zahler"
            {...form.getInputProps('tells', { type: 'checkbox' })}
          />
          <Button
            className="no-print"
            style={{ alignSelf: 'flex-start' }}
            disabled={count === 0}
            loading={book.isPending || isFetching}
            onClick={() => submit()}
          >
            {count === 0
              ? '0 neue Zeilen'
              : data.corrections === 0
                ? `${countOf(count)} buchen`
                : `${count.toLocaleString('de-DE')} Zeilen buchen`}
          </Button>
          <FoundLines
            club={club}
            preview={data}
            filter={filter}
            onFilter={(change) => setFilter({ ...filter, ...change })}
            excluded={excluded}
            onExclude={setAsked}
            onExcept={setExcepted}
          />
        </>
      )}
      <RunList club={club} onLetters={onLetters} />
      <ExceptionAtLine club={club} line={excepted} onClose={() => setExcepted(undefined)} />
      <ExcludeDialog
        name={asked?.name}
        words={`wird in diesem Lauf ausgelassen (${asked?.label ?? ''}). Der nächste Lauf fragt wieder danach.`}
        onClose={() => setAsked(undefined)}
        onExclude={(reason) => {
          if (asked) setExcluded([...excluded, { ...asked, reason }]);
          setAsked(undefined);
        }}
      />
    </Stack>
  );
}

type FoundLinesProps = Pick<ComponentProps<typeof PreviewLines>, 'excluded' | 'onExclude' | 'onExcept'> &
  ComponentProps<typeof PreviewFilters> & { preview: FeePreview };

/** The lines or members that the filters find. */
function FoundLines({ club, preview, filter, onFilter, ...lines }: FoundLinesProps) {
  return (
    <>
      <PreviewFilters club={club} filter={filter} onFilter={onFilter} />
      {filter.show === 'fault' ? (
        <FaultLines faults={preview.faultsFound} />
      ) : (
        <PreviewLines lines={preview.lines} found={preview.found} onWhole={() => onFilter({ isWhole: 'true' })} {...lines} />
      )}
    </>
  );
}

type ExceptionAtLineProps = { club: ClubName; line: ShownFeeLine | undefined; onClose: () => void };

/** An exception from a line, starting with its months. */
function ExceptionAtLine({ club, line, onClose }: ExceptionAtLineProps) {
  if (!line) return null;
  const { slot, from, personId } = line;
  const departmentId = /^dep:(.+)$/.exec(slot)?.[1] ?? null;
  const start: Partial<FeeExceptionInput> = { layer: departmentId ? 'department' : 'base', departmentId, from };
  return <ExceptionDialog isOpen personId={personId} club={club} exception={undefined} start={start} onClose={onClose} />;
}

/** Summarises what will be booked. */
function wordsOf({ newLines, newCents, corrections, correctionCents }: FeePreview, excluded: readonly Excluded[]): string {
  const left = excluded.filter(({ change }) => change === 'new');
  const lines = newLines - left.length;
  const cents = newCents - sumOfCents(left);
  const corrected = corrections - (excluded.length - left.length);
  return [
    `${countOf(lines)} über zusammen ${euros(cents)}.`,
    corrected > 0 &&
      `${corrected.toLocaleString('de-DE')} Korrekturen${excluded.length === left.length ? ` (${euros(correctionCents)})` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function bookedWords(lines: number): string {
  return `${countOf(lines)} ${lines === 1 ? 'ist' : 'sind'} gebucht.`;
}

function notifiedWords(told: number): string {
  if (told === 0) return '';
  return told === 1 ? 'Eine Mitteilung geht hinaus.' : `${told.toLocaleString('de-DE')} Mitteilungen gehen hinaus.`;
}
