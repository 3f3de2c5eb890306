import { Button, Card, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { mergedFields, type DuplicateCandidate, type DuplicatePair, type MergedField } from '#shared/people/memberLinks.ts';
import { genderNames } from '#shared/people/people.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { AccessChoiceField } from '../persons/AccessChoiceField.tsx';
import classes from './members.module.css';
import { useLinkMutations } from '../persons/linkQueries.ts';

const reasons = {
  same: 'Name und Geburtsdatum sind gleich.',
  similar: 'Das Geburtsdatum ist gleich, der Name ähnlich.',
  email: 'Name und E-Mail sind gleich.',
} as const;

const fields = keysOf(mergedFields);

/** Two records side by side; for each differing field one value is chosen. */
export function DuplicateCard({ pair }: { pair: DuplicatePair }) {
  const { first, second, reason, access } = pair;
  const { merge, keepApart } = useLinkMutations();
  const differing = fields.filter((field) => first.fields[field] !== second.fields[field]);
  const [taken, setTaken] = useState(isOfStranger(pair) ? [] : differing.filter((field) => !first.fields[field]));
  const [allowed, setAllowed] = useState(access.proposed);
  const name = fullName(first.fields);
  const admitted = access.gaining.filter(({ userId }) => allowed.includes(userId)).map((one) => one.name);
  const choose = (field: MergedField, isSecond: boolean) => setTaken(isSecond ? [...taken, field] : taken.filter((one) => one !== field));
  const mergeNow = () =>
    merge.mutate(
      { id: first.id, otherId: second.id, version: first.version, otherVersion: second.version, taken, allowed },
      { onSuccess: () => notify(`${name} ist jetzt eine Person.`) },
    );
  return (
    <Card withBorder component="article" aria-label={`Vergleich: ${name}`}>
      <Stack gap="sm">
        <Text size="sm">{reasons[reason]}</Text>
        <Table
          className={classes['beside']}
          layout="fixed"
          verticalSpacing={6}
          horizontalSpacing="clamp(3px, 1vw, 10px)"
          style={{ overflowWrap: 'anywhere' }}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Angabe</Table.Th>
              <Table.Th>{titleOf(first)}</Table.Th>
              <Table.Th>{titleOf(second)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields
              .filter((field) => first.fields[field] || second.fields[field])
              .map((field) => (
                <Table.Tr key={field}>
                  <Table.Td>{mergedFields[field]}</Table.Td>
                  {[first, second].map((one, at) => (
                    <Table.Td key={one.id}>
                      {differing.includes(field) ? (
                        <Radio
                          name={`${first.id}${second.id}${field}`}
                          label={shown(field, one.fields[field])}
                          aria-label={`${mergedFields[field]}: ${shown(field, one.fields[field])}`}
                          checked={taken.includes(field) === (at === 1)}
                          onChange={() => choose(field, at === 1)}
                        />
                      ) : (
                        shown(field, one.fields[field])
                      )}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
        <AccessChoiceField access={access} name={name} value={allowed} onChange={setAllowed} />
        <FormProblem error={merge.error ?? keepApart.error} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            loading={keepApart.isPending}
            onClick={() =>
              keepApart.mutate({ id: first.id, otherId: second.id }, { onSuccess: () => notify('Sie werden nicht mehr vorgeschlagen.') })
            }
          >
            Verschiedene Personen
          </Button>
          <Button
            loading={merge.isPending}
            onClick={() =>
              confirm({
                title: 'Personen zusammenführen?',
                text: `Mitgliedschaften, Kurse, Forderungen und Zahlungen von beiden gehören danach zu ${name}. ${admitted.length > 0 ? `Neuen Zugang bekommt: ${admitted.join(', ')}.` : 'Neuen Zugang bekommt niemand.'} Das lässt sich nicht zurücknehmen.`,
                action: 'Zusammenführen',
                onConfirm: mergeNow,
              })
            }
          >
            Zusammenführen …
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}

/**
 * Whether an account entered the second record whose access is not proposed. The values of other records fill the gaps of the first one by
 * default; those of a stranger do not, e.g. the number to call in an emergency.
 */
function isOfStranger({ access: { gaining, proposed } }: DuplicatePair): boolean {
  return gaining.some(({ userId }) => !proposed.includes(userId));
}

function titleOf({ memberNo, participations: enrolments, accounts }: DuplicateCandidate): string {
  const courses = enrolments === 1 ? '1 Kurs' : `${enrolments} Kurse`;
  return [memberNo ? `Nr. ${memberNo}` : 'Kein Mitglied', courses, accounts === 1 ? '1 Konto' : `${accounts} Konten`].join(' · ');
}

function shown(field: MergedField, value: string): string {
  if (value === '') return '–';
  if (field === 'birthDate') return germanDate(value);
  return field === 'gender' ? (Object.entries(genderNames).find(([name]) => name === value)?.[1] ?? value) : value;
}
