import { Select, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Department } from '#shared/club/departments.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DepartmentChoice, UnknownDepartment } from '#shared/people/memberImport.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import classes from './import.module.css';

type ImportDepartmentsProps = {
  club: ClubName;
  unknown: readonly UnknownDepartment[];
  chosen: readonly DepartmentChoice[];
  onChoose: (choices: DepartmentChoice[]) => void;
};

/** What the names of departments mean that the club does not know: a new one, one of its own, or nothing. */
export function ImportDepartments({ club, unknown, chosen, onChoose }: ImportDepartmentsProps) {
  const { data } = useQuery(departmentsQuery(club));
  const choose = (name: string, value: string | null) =>
    onChoose(chosen.map((choice) => (choice.name === name ? read(name, value ?? 'create') : choice)));
  return (
    <section aria-labelledby="import-departments">
      <Title order={3} size="h5" id="import-departments">
        Abteilungen zuordnen
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Diese Namen kennt der Verein noch nicht. Neue Abteilungen entstehen zusammen mit den Mitgliedern.
      </Text>
      <ul className={classes['choices']}>
        {unknown.map(({ name, rows }, at) => (
          <li key={name}>
            <Select
              label={`${name} (${rows.toLocaleString('de-DE')} ${rows === 1 ? 'Zeile' : 'Zeilen'})`}
              data={optionsOf(name, data ?? [])}
              value={write(chosen[at])}
              onChange={(value) => choose(name, value)}
              allowDeselect={false}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was chosen for a name; at first the one that is called alike, else a new one. */
export function choiceOf({ name, proposal }: UnknownDepartment, choices: readonly DepartmentChoice[]): DepartmentChoice {
  return (
    choices.find((choice) => choice.name === name) ??
    (proposal ? { name, action: 'use', departmentId: proposal } : { name, action: 'create', departmentId: null })
  );
}

function optionsOf(name: string, departments: readonly Department[]) {
  return [
    { value: 'create', label: `„${name}“ anlegen` },
    { value: 'skip', label: 'Nicht übernehmen' },
    ...departments.map((one) => ({ value: one.id, label: `Zuordnen zu ${one.name}` })),
  ];
}

function write(choice: DepartmentChoice | undefined): string {
  return choice?.action === 'use' ? (choice.departmentId ?? 'create') : (choice?.action ?? 'create');
}

function read(name: string, value: string): DepartmentChoice {
  return value === 'create' || value === 'skip'
    ? { name, action: value, departmentId: null }
    : { name, action: 'use', departmentId: value };
}
