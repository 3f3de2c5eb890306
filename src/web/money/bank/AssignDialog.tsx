import { Button, Checkbox, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptLine } from '#shared/money/bankLines.ts';
import { chargeSets } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { euros } from '#shared/kernel/money.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { SearchField } from '#web/ui/lists/SearchField.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { chargesQuery } from '../charges/queries.ts';
import { useBankMutations } from './bankQueries.ts';

type AssignDialogProps = { /** Undefined while none is given out. */ line: KeptLine | undefined; onClose: () => void };

/** Gives one payment out over charges of one's own choice: parts, several, or more than is open. */
export function AssignDialog({ line, onClose }: AssignDialogProps) {
  return (
    <Modal opened={line !== undefined} onClose={onClose} title="Zahlung zuordnen" size="lg" centered>
      {line && <AssignForm key={line.id} line={line} onClose={onClose} />}
    </Modal>
  );
}

type Candidate = KeptLine['charges'][number];

function AssignForm({ line, onClose }: { line: KeptLine; onClose: () => void }) {
  const { assign } = useBankMutations();
  const [search, setSearch] = useState(line.charges.length > 0 ? '' : line.name);
  const [given, setGiven] = useState<ReadonlyMap<string, number>>(() => firstShares(line));
  const [kept, setKept] = useState<Candidate[]>(line.charges.filter(({ cents }) => cents > 0));
  const candidates = useCandidates(kept, search);
  const all = line.cents;
  const left = all - [...given.values()].reduce((sum, cents) => sum + cents, 0);
  const give = (one: Candidate, cents: number | undefined) => {
    const next = new Map(given);
    if (cents === undefined) next.delete(one.id);
    else next.set(one.id, cents);
    setGiven(next);
    if (!kept.some(({ id }) => id === one.id)) setKept([...kept, one]);
  };
  const submit = () =>
    assign.mutate(
      { id: line.id, shares: [...given].map(([chargeId, cents]) => ({ chargeId, cents })) },
      { onSuccess: () => (notify(`${euros(all)} sind zugeordnet.`), onClose()) },
    );
  return (
    <Stack>
      <Text size="sm">
        {line.name || 'Ohne Namen'}: {euros(all)}. {line.purpose}
      </Text>
      <SearchField label="Forderung suchen: Name oder Zeichen" value={search} onSearch={setSearch} />
      {candidates.map((one) => (
        <Choice key={one.id} charge={one} cents={given.get(one.id)} left={left} onGive={(cents) => give(one, cents)} />
      ))}
      {candidates.length === 0 && <Text size="sm">Keine offene Forderung gefunden. Bitte suchen Sie nach dem Namen oder dem Zeichen.</Text>}
      <Text size="sm" component="output">
        {left < 0
          ? `${euros(0 - left)} zu viel verteilt.`
          : left === 0
            ? 'Alles ist verteilt.'
            : `${euros(left)} bleiben als Guthaben auf dem Konto.`}
      </Text>
      <FormProblem error={assign.error} />
      <Button
        disabled={given.size === 0 || left < 0 || [...given.values()].some((cents) => !(cents > 0))}
        loading={assign.isPending}
        onClick={submit}
      >
        Zuordnen
      </Button>
    </Stack>
  );
}

type ChoiceProps = { charge: Candidate; cents: number | undefined; left: number; onGive: (cents: number | undefined) => void };

function Choice({ charge, cents, left, onGive }: ChoiceProps) {
  const { reference, name, label, cents: open } = charge;
  return (
    <Group justify="space-between" wrap="wrap" gap="xs">
      <Checkbox
        label={`${reference}, ${name}: ${label}, offen ${euros(open)}`}
        checked={cents !== undefined}
        onChange={({ currentTarget: { checked } }) => onGive(checked ? Math.max(0, Math.min(open, left)) : undefined)}
        style={{ flex: '1 1 18rem' }}
      />
      {cents !== undefined && (
        <NumberInput
          aria-label={`Betrag für ${reference} in Euro`}
          value={cents / 100}
          onChange={(amount) => onGive(Math.round(Number(amount) * 100))}
          min={0.01}
          max={open / 100}
          decimalScale={2}
          fixedDecimalScale
          decimalSeparator=","
          w={130}
        />
      )}
    </Group>
  );
}

/** What was found in the line, and what is searched for. */
function useCandidates(kept: readonly Candidate[], search: string): Candidate[] {
  const { data } = useInfiniteQuery({ ...chargesQuery({ search }), enabled: search.trim().length > 1 });
  const found = search.trim().length > 1 ? (data?.pages[0]?.rows ?? []) : [];
  const open = found.filter((row) => chargeSets.due.includes(row.state) && row.cents > 0 && !kept.some(({ id }) => id === row.id));
  return [
    ...kept,
    ...open.slice(0, 10).map((row) => ({ id: row.id, reference: row.reference, name: row.name, label: row.label, cents: restOf(row) })),
  ];
}

/** What the purpose names gets the money, one after the other. Of several that fit nobody is chosen. */
function firstShares({ charges, cents, message }: KeptLine): Map<string, number> {
  const shares = new Map<string, number>();
  if (!/^(Teil|Über)zahlung/.test(message)) return shares;
  let left = cents;
  for (const one of charges) {
    const part = Math.min(left, one.cents);
    if (part > 0) shares.set(one.id, part);
    left -= part;
  }
  return shares;
}
