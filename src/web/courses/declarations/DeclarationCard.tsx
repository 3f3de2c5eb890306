import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Declaration } from '#shared/courses/declarations.ts';
import { declarationNames, declarationStateNames, undecidedDeclarations, type DeclarationState } from '#shared/courses/declarationWords.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { StateMark } from '#web/ui/lists/StateMark.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { useDeclarationMutations } from './queries.ts';
import { RefuseForm } from './RefuseForm.tsx';

const tones: { readonly [state in DeclarationState]: 'waiting' | 'good' | 'bad' | 'quiet' } = {
  received: 'waiting',
  matched: 'good',
  confirmed: 'good',
  refused: 'bad',
  undone: 'bad',
};

/** One declaration, why it needs the board, and the decision. */
export function DeclarationCard({ declaration: one }: { declaration: Declaration }) {
  const [answers, setAnswers] = useState<'confirm' | 'refuse'>();
  const { acknowledge } = useDeclarationMutations();
  const word = declarationNames[one.kind];
  const isOpen = one.decidedAt === null && undecidedDeclarations.includes(one.state);
  return (
    <Card withBorder component="article" aria-label={`${word} von ${one.name}`}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fw={600}>
            {word}: {one.contract}
          </Text>
          <StateMark tone={tones[one.state]}>{declarationStateNames[one.state]}</StateMark>
        </Group>
        <Facts facts={factsOf(one)} />
        {one.why && isOpen && <Text size="sm">{one.why}</Text>}
        {one.answer && <Text size="sm">Antwort: {one.answer}</Text>}
        {isOpen && one.state === 'undone' && (
          <>
            <FormProblem error={acknowledge.error} />
            <Group justify="flex-end">
              <Button loading={acknowledge.isPending} onClick={() => acknowledge.mutate({ id: one.id, version: one.version })}>
                Zur Kenntnis genommen
              </Button>
            </Group>
          </>
        )}
        {isOpen && one.state === 'received' && !answers && (
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setAnswers('refuse')}>
              Nicht annehmen …
            </Button>
            <Button onClick={() => setAnswers('confirm')}>Bestätigen …</Button>
          </Group>
        )}
        {isOpen && answers === 'confirm' && <ConfirmForm declaration={one} onDone={() => setAnswers(undefined)} />}
        {isOpen && answers === 'refuse' && <RefuseForm declaration={one} onDone={() => setAnswers(undefined)} />}
      </Stack>
    </Card>
  );
}

function factsOf(one: Declaration): [string, string][] {
  const isTermination = one.kind === 'termination';
  const facts: [label: string, value: string | null][] = [
    ['Von', `${one.name} (${one.email})`],
    ['Für', one.person],
    ['Eingegangen', formatDateTime(one.receivedAt)],
    ['Art', isTermination ? (one.isExtraordinary ? 'außerordentlich' : 'ordentlich') : null],
    ['Gewünscht zum', isTermination ? (one.wishedOn ? germanDate(one.wishedOn) : 'nächstmöglichen Zeitpunkt') : null],
    ['Grund', one.reason],
    ['Endet am', one.endsOn && germanDate(one.endsOn)],
  ];
  return facts.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : []));
}
