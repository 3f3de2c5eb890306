import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allocationInput, type KeptLine } from '#shared/money/bankLines.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroInput } from '#web/ui/forms/euros/EuroInput.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PayerField } from '../terms/PayerField.tsx';
import { chargesQuery } from '../charges/queries.ts';
import { useBankMutations } from './bankQueries.ts';

type AssignDialogProps = { /** Undefined while closed. */ line: KeptLine | undefined; onClose: () => void };

/** Splits one payment over charges: parts, several, or more than is open. */
export function AssignDialog({ line, onClose }: AssignDialogProps) {
  return (
    <Modal opened={line !== undefined} onClose={onClose} title="Zahlung zuordnen" size="lg" centered>
      {line && <AssignForm key={line.id} line={line} onClose={onClose} />}
    </Modal>
  );
}

type Candidate = KeptLine['charges'][number];

type Share = { chargeId: string; cents: number };
type Allocated = { shares: Share[]; payerId: string | undefined };

function AssignForm({ line, onClose }: { line: KeptLine; onClose: () => void }) {
  const { assign } = useBankMutations();
  const [search, setSearch] = useState(line.charges.length > 0 ? '' : line.name);
  const [kept, setKept] = useState<Candidate[]>(line.charges.filter(({ cents }) => cents > 0));
  const candidates = useCandidates(kept, search);
  const leftOf = (shares: readonly Share[]) => line.cents - sumOfCents(shares);
  const form = useShapeForm<Allocated>({ shares: firstShares(line), payerId: undefined }, allocationInput, {
    check: ({ shares }) => faultsOf(shares, kept, leftOf(shares)),
  });
  const { shares, payerId } = form.values;
  const left = leftOf(shares);
  const give = (one: Candidate, cents: number | undefined) => {
    const others = shares.filter(({ chargeId }) => chargeId !== one.id);
    form.setFieldValue('shares', cents === undefined ? others : [...others, { chargeId: one.id, cents }]);
    form.setFieldValue('payerId', undefined);
    if (!kept.some(({ id }) => id === one.id)) setKept([...kept, one]);
  };
  const submit = form.onSubmit((values) =>
    assign.mutate(
      { id: line.id, ...values },
      {
        onSuccess: () => (notify(`${euros(line.cents)} sind zugeordnet.`), onClose()),
        onError: (error) => applyProblem(form, error),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          {line.name || 'Ohne Namen'}: {euros(line.cents)}. {line.purpose}
        </Text>
        <SearchField label="Name oder Zeichen" value={search} onSearch={setSearch} />
        {candidates.map((one) => {
          const at = shares.findIndex(({ chargeId }) => chargeId === one.id);
          const field = form.getInputProps(`shares.${at}.cents`);
          const retype = (cents: number) => {
            field.onChange(cents);
            form.clearFieldError('shares');
          };
          const amount = at < 0 ? undefined : { ...field, onChange: retype };
          return <Choice key={one.id} charge={one} amount={amount} left={left} onGive={(cents) => give(one, cents)} />;
        })}
        {candidates.length === 0 && (
          <Text size="sm">Keine offene Forderung gefunden. Bitte suchen Sie nach dem Namen oder dem Zeichen.</Text>
        )}
        {shares.length === 0 && (
          <PayerChoice
            payerId={payerId}
            onChoose={(one) => {
              form.setFieldValue('payerId', one);
              form.clearFieldError('shares');
            }}
          />
        )}
        <Text size="sm" component="output" {...(form.errors['shares'] && { c: 'danger', role: 'alert' })}>
          {form.errors['shares'] ?? leftWords(left, shares, payerId)}
        </Text>
        <FormProblem error={assign.error} fields={['shares']} />
        <Button type="submit" loading={assign.isPending}>
          Zuordnen
        </Button>
      </Stack>
    </form>
  );
}

type PayerChoiceProps = { payerId: string | undefined; onChoose: (payerId: string | undefined) => void };

/** Money for which nothing was asked, e.g. paid twice: on whose account it is. */
function PayerChoice({ payerId, onChoose }: PayerChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => setIsOpen(true)}>
        Ohne Forderung auf ein Konto …
      </Button>
    );
  return (
    <Stack ref={focusFirst}>
      <PayerField label="Auf das Konto von" payerId={payerId ?? ''} error={undefined} onChoose={(one) => onChoose(one || undefined)} />
    </Stack>
  );
}

/** The button that opened the fields is gone: the focus goes on to the first of them. */
function focusFirst(fields: HTMLElement | null): void {
  fields?.querySelector('input')?.focus();
}

/** The sentences for shares above what is open or what came. */
function faultsOf(shares: readonly Share[], kept: readonly Candidate[], left: number): { [path: string]: string } {
  const above = shares.flatMap(({ chargeId, cents }, at) => {
    const open = kept.find(({ id }) => id === chargeId)?.cents ?? cents;
    return cents > open ? [[`shares.${at}.cents`, `Offen sind nur ${euros(open)}.`]] : [];
  });
  return { ...Object.fromEntries(above), ...(left < 0 && { shares: `${euros(0 - left)} zu viel verteilt.` }) };
}

function leftWords(left: number, shares: readonly Share[], payerId: string | undefined): string {
  if (payerId) return 'Bezahlt wird, was dort zuerst fällig ist; was übrig bleibt, wird Guthaben.';
  if (shares.length === 0) return 'Noch ist nichts verteilt.';
  if (left < 0) return `${euros(0 - left)} zu viel verteilt.`;
  return left === 0 ? 'Alles ist verteilt.' : `${euros(left)} bleiben als Guthaben auf dem Konto.`;
}

type ChoiceProps = {
  charge: Candidate;
  /** The field of its share; undefined if it gets none. */ amount: GetInputPropsReturnType | undefined;
  left: number;
  onGive: (cents: number | undefined) => void;
};

function Choice({ charge, amount, left, onGive }: ChoiceProps) {
  const { reference, name, label, cents: open } = charge;
  return (
    <Group justify="space-between" wrap="wrap" gap="xs">
      <Checkbox
        label={`${reference}, ${name}: ${label}, offen ${euros(open)}`}
        checked={amount !== undefined}
        onChange={({ currentTarget: { checked } }) => onGive(checked ? Math.max(0, Math.min(open, left)) : undefined)}
        style={{ flex: '1 1 18rem' }}
      />
      {amount && (
        <EuroInput
          {...amount}
          aria-label={`Betrag für ${reference} in Euro`}
          cents={amount.value}
          onChange={(typed) => amount.onChange(typed ?? 0)}
          w={130}
        />
      )}
    </Group>
  );
}

/** The charges found for the line, and the search results. */
function useCandidates(kept: readonly Candidate[], search: string): Candidate[] {
  const { data } = useInfiniteQuery({ ...chargesQuery({ search }), enabled: search.trim().length > 1 });
  const found = search.trim().length > 1 ? (data?.pages[0]?.rows ?? []) : [];
  const open = found.filter((row) => chargeSets.due.includes(row.state) && row.cents > 0 && !kept.some(({ id }) => id === row.id));
  return [
    ...kept,
    ...open.slice(0, 10).map((row) => ({ id: row.id, reference: row.reference, name: row.name, label: row.label, cents: restOf(row) })),
  ];
}

/** Allocates the amount to the charges found, in order. If several match, none is preselected. */
function firstShares({ charges, cents, result, kind }: KeptLine): Share[] {
  const shares: Share[] = [];
  if (result === 'rest' && kind !== 'part' && kind !== 'over') return shares;
  let left = cents;
  for (const one of charges) {
    const part = Math.min(left, one.cents);
    if (part > 0) shares.push({ chargeId: one.id, cents: part });
    left -= part;
  }
  return shares;
}
