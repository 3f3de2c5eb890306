import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KeptStatement } from '#shared/money/bankLines.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { notifyRefusal } from '#web/ui/notices/notices.tsx';
import type { api } from '#web/lib/call/call.ts';

export type StatementInput = Parameters<typeof api.bankLines.keep>[0];
/** An uploaded file with transactions that may be genuine duplicates of ones in an earlier file. */
export type Doubt = { input: StatementInput; lines: KeptStatement['doubtful'] };

/** Asks for each such transaction whether it is a separate payment; those not ticked count as known. */
export function DoubtfulLines({ input, lines, isBusy, onSend }: Doubt & { isBusy: boolean; onSend: (input: StatementInput) => void }) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const again = lines.flatMap(({ line, known }) => (ticked.includes(line) ? { line, known } : []));
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm">
        Diese Zeilen gleichen in allem einer Zeile aus einer früheren Datei und zählen deshalb nicht noch einmal. Hat wirklich jemand am
        selben Tag zweimal gezahlt, haken Sie sie an.
      </Text>
      {lines.map(({ line, day, cents, name, purpose }) => (
        <Checkbox
          key={line}
          label={`${germanDate(day)}, ${euros(cents)}, ${[name, purpose].filter(Boolean).join(': ')}`}
          checked={ticked.includes(line)}
          onChange={({ currentTarget: { checked } }) => setTicked(checked ? [...ticked, line] : ticked.filter((one) => one !== line))}
        />
      ))}
      <Button
        style={{ alignSelf: 'flex-start' }}
        variant="default"
        loading={isBusy}
        onClick={() => (again.length === 0 ? notifyRefusal('Bitte haken Sie zuerst eine Zeile an.') : onSend({ ...input, again }))}
      >
        Als weitere Zahlungen aufnehmen
      </Button>
    </Stack>
  );
}
