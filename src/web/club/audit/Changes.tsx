import { Stack, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import type { AuditEntry } from '#shared/club/audit.ts';
import classes from './audit.module.css';
import { differenceOf } from './difference.ts';
import { readable, wordOfField } from './words.ts';

/** The fields before and after an action; unchanged ones on request. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const [showsAll, setShowsAll] = useState(false);
  const all = differenceOf(entry);
  const shown = showsAll ? all : all.filter(({ isChanged }) => isChanged);
  return (
    <Stack gap="sm">
      {shown.length > 0 ? (
        <Table layout="fixed" withTableBorder aria-label="Änderungen">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Feld</Table.Th>
              <Table.Th>Vorher</Table.Th>
              <Table.Th>Nachher</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ field, before, after, isChanged }) => (
              <Table.Tr key={field}>
                <Table.Td>{wordOfField(field)}</Table.Td>
                <Table.Td className={`${classes['value']} ${isChanged && before !== undefined ? classes['removed'] : ''}`}>
                  {readable(before)}
                </Table.Td>
                <Table.Td className={`${classes['value']} ${isChanged && after !== undefined ? classes['added'] : ''}`}>
                  {readable(after)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : (
        <Text size="sm" c="dimmed">
          Alle Felder blieben gleich.
        </Text>
      )}
      {all.some(({ isChanged }) => !isChanged) && (
        <Switch label="Auch unveränderte Felder zeigen" checked={showsAll} onChange={(event) => setShowsAll(event.currentTarget.checked)} />
      )}
    </Stack>
  );
}
