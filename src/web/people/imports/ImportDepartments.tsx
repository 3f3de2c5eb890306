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

/** Prefix of option values that stand for another new department; no id begins with it. */
const sameMark = 'same:';

/** How to treat department names that the club does not know: create one, use an existing one, or ignore them. */
export function ImportDepartments({ club, unknown, chosen, onChoose }: ImportDepartmentsProps) {
  const { data } = useQuery(departmentsQuery(club));
  const choose = (name: string, value: string | null) => {
    const now = read(name, value ?? 'create');
    // Names mapped to this one follow its choice.
    const follow = (choice: DepartmentChoice) => (now.action === 'create' ? choice : { ...now, name: choice.name });
    onChoose(chosen.map((choice) => (choice.name === name ? now : choice.sameAs === name ? follow(choice) : choice)));
  };
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
              data={optionsOf(name, data ?? [], chosen)}
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

/** The choice for a name; by default the similar department of the club or the file, else a new one. */
export function choiceOf({ name, proposal, alike }: UnknownDepartment, choices: readonly DepartmentChoice[]): DepartmentChoice {
  return (
    choices.find((choice) => choice.name === name) ??
    read(name, proposal ?? (alike !== null && isMade(alike, choices) ? `${sameMark}${alike}` : 'create'))
  );
}

/** Whether a department is created for a name, which is the default. */
function isMade(name: string, choices: readonly DepartmentChoice[]): boolean {
  return (choices.find((choice) => choice.name === name)?.action ?? 'create') === 'create';
}

function optionsOf(name: string, departments: readonly Department[], chosen: readonly DepartmentChoice[]) {
  const made = chosen.filter((one) => one.name !== name && one.action === 'create');
  return [
    { value: 'create', label: `„${name}“ anlegen` },
    { value: 'skip', label: 'Nicht übernehmen' },
    ...made.map((one) => ({ value: `${sameMark}${one.name}`, label: `Zusammen mit „${one.name}“` })),
    ...departments.map((one) => ({ value: one.id, label: `Zuordnen zu ${one.name}` })),
  ];
}

function write(choice: DepartmentChoice | undefined): string {
  if (choice?.action === 'same') return `${sameMark}${choice.sameAs ?? ''}`;
  return choice?.action === 'use' ? (choice.departmentId ?? 'create') : (choice?.action ?? 'create');
}

function read(name: string, value: string): DepartmentChoice {
  if (value === 'create' || value === 'skip') return { name, action: value, departmentId: null, sameAs: null };
  if (value.startsWith(sameMark)) return { name, action: 'same', departmentId: null, sameAs: value.slice(sameMark.length) };
  return { name, action: 'use', departmentId: value, sameAs: null };
}
