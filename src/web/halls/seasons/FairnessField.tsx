import { NumberInput, Select, SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fairnesses, fairnessNames } from '#shared/halls/seasons/seasonRules.ts';
import type { SeasonInput } from '#shared/halls/seasons/seasons.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { organisationsQuery } from '#web/halls/parts/organisationsQuery.ts';

type Fields = { form: UseFormReturnType<SeasonInput> };

/** Up to which share an organisation's wishes count in full, and how the share is measured. */
export function FairnessField({ form }: Fields) {
  const { rules } = form.values;
  return (
    <>
      <Select
        label="Anteil der Vereine"
        description="Wünsche über dem eigenen Anteil zählen weniger."
        data={fairnesses.map((value) => ({ value, label: fairnessNames[value] }))}
        allowDeselect={false}
        value={rules?.fairness ?? 'equal'}
        onChange={(value) => form.setFieldValue('rules.fairness', fairnesses.find((one) => one === value) ?? 'equal')}
      />
      {rules?.fairness === 'members' && <MembersField form={form} />}
    </>
  );
}

/** The number of members per organisation; schools need none. */
function MembersField({ form }: Fields) {
  const { user } = useAuth();
  const { data = [] } = useQuery({ ...organisationsQuery(user?.club.name ?? 'GSV'), enabled: user !== null });
  const members = form.values.rules?.members ?? {};
  return (
    <FieldGroup legend="Mitglieder, unter 18 doppelt gezählt">
      <Text size="sm" c="dimmed">
        Bis die Wünsche geschlossen werden, braucht jede Organisation mit Wünschen eine Zahl. Andere Vereine sehen sie nicht. Summen
        freigegebener Meldungen stehen unter „Bestandserhebung“.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {data
          .filter(({ kind }) => kind !== 'school')
          .map(({ id, name }) => (
            <NumberInput
              key={id}
              label={name}
              min={0}
              max={1_000_000}
              allowDecimal={false}
              value={members[id] ?? ''}
              onChange={(value) => {
                const { [id]: _before, ...others } = members;
                form.setFieldValue('rules.members', typeof value === 'number' ? { ...others, [id]: value } : others);
              }}
            />
          ))}
      </SimpleGrid>
    </FieldGroup>
  );
}
