import { Button, Group, Select, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import {
  importColumns,
  importFields,
  type DepartmentChoice,
  type ImportColumn,
  type MemberImportView,
} from '#shared/people/memberImport.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { choiceOf, ImportDepartments } from './ImportDepartments.tsx';
import { ImportMandates } from './ImportMandates.tsx';
import { ImportRows } from './ImportRows.tsx';
import { useImportMutations } from './importQueries.ts';
import classes from './import.module.css';

type ImportCheckProps = { file: MemberImportView; onBegun: () => void; onBack: () => void };

const meanings = [
  { value: '', label: 'Nicht übernehmen' },
  ...importFields.map((field) => ({ value: field, label: importColumns[field] })),
];

/** The meaning of the columns, and the result expected for each row. */
export function ImportCheck({ file, onBegun, onBack }: ImportCheckProps) {
  const { check, apply } = useImportMutations();
  const [mapping, setMapping] = useState<ImportColumn[]>(file.mapping);
  const [departments, setDepartments] = useState<DepartmentChoice[]>(file.departments);
  const [lastUsedOn, setLastUsedOn] = useState<string | null>(file.lastUsedOn);
  const unknown = check.data?.unknownDepartments ?? [];
  const chosen = unknown.map((one) => choiceOf(one, departments));
  const isChosen =
    check.variables?.lastUsedOn === lastUsedOn && chosen.every((one) => check.variables?.departments.some((sent) => isSame(sent, one)));
  const ask = (choices: DepartmentChoice[]) =>
    check.mutate(
      { id: file.id, mapping, departments: choices, lastUsedOn },
      {
        // Unknown departments are first treated as new ones, so that their rows do not count as faulty.
        onSuccess: ({ unknownDepartments }) => {
          const found = unknownDepartments.map((one) => choiceOf(one, choices));
          if (found.some((one) => !choices.some((sent) => isSame(sent, one)))) ask(found);
        },
      },
    );
  const look = () => ask(chosen.length > 0 ? chosen : departments);
  const left = file.headings.filter((heading, at) => heading !== '' && (mapping[at] ?? '') === '');
  const change = (at: number, value: string | null) => {
    const meaning = importFields.find((field) => field === value) ?? '';
    // Assigning a meaning to another column removes it from the previous one.
    setMapping(mapping.map((one, index) => (index === at ? meaning : one === meaning ? '' : one)));
    check.reset();
  };
  const good = check.data ? check.data.counts.new + check.data.counts.changed : 0;
  return (
    <Stack gap="md">
      <Text size="sm">
        <strong>{file.fileName}</strong>: {file.total.toLocaleString('de-DE')} Zeilen. {file.format}.
      </Text>
      <section aria-label="Bedeutung der Spalten">
        <Title order={3} size="h5" mb="xs">
          Was bedeuten die Spalten?
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
          {file.headings.map((heading, at) => (
            <Select
              key={`${at}${heading}`}
              label={heading || `Spalte ${at + 1}`}
              description={samplesOf(file, at)}
              classNames={{ description: classes['sample'] ?? '' }}
              data={meanings}
              value={mapping[at] ?? ''}
              onChange={(value) => change(at, value)}
              allowDeselect={false}
              searchable
            />
          ))}
        </SimpleGrid>
      </section>
      <FormProblem error={check.error ?? apply.error} />
      {unknown.length > 0 && <ImportDepartments club={file.club} unknown={unknown} chosen={chosen} onChoose={setDepartments} />}
      {check.data && <ImportMandates mandates={check.data.mandates} lastUsedOn={lastUsedOn} onChange={setLastUsedOn} />}
      {check.data && left.length > 0 && (
        <Text size="sm" role="note">
          Nicht übernommen {left.length === 1 ? 'wird die Spalte' : 'werden die Spalten'} {left.map((heading) => `„${heading}“`).join(', ')}
          .
        </Text>
      )}
      {check.data && <ImportRows checked={check.data} total={file.total} />}
      <Group justify="space-between" className={classes['steps']}>
        <Button variant="subtle" onClick={onBack}>
          Andere Datei
        </Button>
        {check.data && isChosen ? (
          <Button disabled={good === 0} loading={apply.isPending} onClick={() => apply.mutate(file.id, { onSuccess: onBegun })}>
            {good === 0 ? 'Nichts zu übernehmen' : `${good.toLocaleString('de-DE')} ${good === 1 ? 'Zeile' : 'Zeilen'} übernehmen`}
          </Button>
        ) : (
          <Button loading={check.isPending} onClick={look}>
            {check.data ? 'Zuordnung anwenden' : 'Prüfen'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function samplesOf({ samples }: MemberImportView, at: number): string {
  return (
    samples
      .map((row) => row[at] ?? '')
      .filter(Boolean)
      .join(' · ') || 'leer'
  );
}

function isSame(one: DepartmentChoice, other: DepartmentChoice): boolean {
  return one.name === other.name && one.action === other.action && one.departmentId === other.departmentId && one.sameAs === other.sameAs;
}
