import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { hourSheetStates, hourSheetSets, type FullHourSheet } from '#shared/money/hours.ts';
import { requiredLine } from '#shared/kernel/fields.ts';
import { euros } from '#shared/kernel/money.ts';
import { allowanceWarning } from '#shared/people/trainers/allowances.ts';
import { AllowanceBar, AllowanceNote } from '#web/people/parts/AllowanceBar.tsx';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem, notifyRefusal } from '#web/ui/notices/notices.tsx';
import { EntryForm } from './EntryForm.tsx';
import { EntryTable } from './EntryTable.tsx';
import { sheetQuery, useHourMutations } from './queries.ts';
import { hours, period, amountInWords } from './words.ts';

type SheetDrawerProps = { id: string | undefined; onOpen: (id: string) => void; onClose: () => void };

/** One sheet beside the list: its author edits it, a head or the board decides. */
export function SheetDrawer({ id, onOpen, onClose }: SheetDrawerProps) {
  return (
    <RecordDrawer id={id} size="xl" title="Stundennachweis" onOpen={onOpen} onClose={onClose}>
      {id && <Loaded key={id} id={id} onClose={onClose} />}
    </RecordDrawer>
  );
}

function Loaded({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(sheetQuery(id));
  return query.data ? <Sheet sheet={query.data} onClose={onClose} /> : <Loading query={query} />;
}

function Sheet({ sheet, onClose }: { sheet: FullHourSheet; onClose: () => void }) {
  const isMendable = sheet.isOwn && sheet.state === 'draft';
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>
          {sheet.trainer}
          {sheet.department && ` · ${sheet.department}`}
        </Text>
        <Text size="sm">
          {period(sheet)} · {hourSheetStates[sheet.state]}
        </Text>
        <Text size="sm">
          {hours(sheet.minutes)}
          {sheet.rateCents !== null && ` zu ${euros(sheet.rateCents)} · ${amountInWords(sheet)}`}
        </Text>
        {sheet.approvedBy && <Text size="sm">Freigegeben von {sheet.approvedBy}</Text>}
        {sheet.payout && !sheet.isOwn && <Text size="sm">Sammelüberweisung {sheet.payout}</Text>}
      </div>
      {sheet.state === 'rejected' && (
        <Alert variant="default" title="Zurückgegeben">
          {sheet.rejectReason}
        </Alert>
      )}
      {isMendable ? <EntryForm key={sheet.id} sheet={sheet} /> : <EntryTable sheet={sheet} />}
      {sheet.isOwn ? <OwnActions sheet={sheet} onClose={onClose} /> : isOpen(sheet) && <Decision sheet={sheet} />}
    </Stack>
  );
}

/** A decision is pending, or can still be reverted. */
function isOpen({ state }: FullHourSheet): boolean {
  return hourSheetSets.decidable.includes(state);
}

function OwnActions({ sheet, onClose }: { sheet: FullHourSheet; onClose: () => void }) {
  const { submit, reopen, remove } = useHourMutations();
  const one = { id: sheet.id, version: sheet.version };
  if (sheet.state === 'draft')
    return (
      <Group gap="xs" className="no-print">
        <Button
          loading={submit.isPending}
          onClick={() =>
            sheet.minutes === 0
              ? notifyRefusal('Der Nachweis hat noch keine Stunden.')
              : submit.mutate(one, { onSuccess: () => notify('Der Nachweis ist eingereicht.'), onError: notifyProblem })
          }
        >
          Einreichen
        </Button>
        <Button
          variant="subtle"
          color="danger"
          loading={remove.isPending}
          onClick={() =>
            confirm({
              title: 'Entwurf löschen?',
              text: 'Die gehaltenen Termine werden danach wieder vorgeschlagen; was von Hand eingetragen ist, geht verloren.',
              action: 'Löschen',
              onConfirm: () =>
                remove.mutate(sheet.id, { onSuccess: () => (notify('Der Entwurf ist gelöscht.'), onClose()), onError: notifyProblem }),
            })
          }
        >
          Entwurf löschen
        </Button>
      </Group>
    );
  if (hourSheetSets.reopenable.includes(sheet.state))
    return (
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        loading={reopen.isPending}
        onClick={() => reopen.mutate(one, { onError: notifyProblem })}
      >
        Wieder bearbeiten
      </Button>
    );
  return null;
}

const shape = z.object({ reason: requiredLine(300) });

function Decision({ sheet }: { sheet: FullHourSheet }) {
  const { decide } = useHourMutations();
  const addedCents = sheet.cents ?? 0;
  const isApproved = sheet.state === 'approved';
  const form = useShapeForm({ reason: '' }, shape);
  const give = (agrees: boolean, reason: string) =>
    decide.mutate(
      { id: sheet.id, version: sheet.version, isApproved: agrees, reason },
      {
        onSuccess: () => notify(agrees ? 'Der Nachweis ist freigegeben.' : 'Der Nachweis ist zurückgegeben.'),
        onError: (error) => applyProblem(form, error),
      },
    );
  const isOver = sheet.allowance !== null && allowanceWarning(sheet.allowance, addedCents) === 'reached';
  const approve = () =>
    isOver
      ? confirm({
          title: 'Trotz verbrauchtem Freibetrag freigeben?',
          text: 'Was über dem Freibetrag liegt, ist steuerpflichtig und kann Sozialabgaben auslösen.',
          action: 'Freigeben',
          onConfirm: () => give(true, ''),
        })
      : give(true, '');
  return (
    <form onSubmit={form.onSubmit(({ reason }) => give(false, reason))} noValidate className="no-print">
      <Stack gap="sm">
        {sheet.allowance && <AllowanceBar use={sheet.allowance} addedCents={addedCents} />}
        {sheet.allowance && <AllowanceNote use={sheet.allowance} addedCents={addedCents} />}
        <Textarea
          label={isApproved ? 'Grund, falls Sie die Freigabe zurücknehmen' : 'Grund, falls Sie den Nachweis zurückgeben'}
          autosize
          minRows={2}
          maxLength={300}
          {...form.getInputProps('reason')}
        />
        <FormProblem error={decide.error} fields={['reason']} onReload={() => decide.reset()} />
        <Group gap="xs">
          {!isApproved && (
            <Button loading={decide.isPending} onClick={approve}>
              Freigeben
            </Button>
          )}
          <Button type="submit" variant="default" loading={decide.isPending}>
            {isApproved ? 'Freigabe zurücknehmen' : 'Zurückgeben'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
