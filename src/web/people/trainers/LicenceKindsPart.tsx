import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { licenceKindInput, type LicenceKind } from '#shared/people/trainers/licenceKinds.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { licenceKindsQuery, useLicenceKinds } from './queries.ts';
import classes from './trainers.module.css';

/** The selectable licences, which a super maintains for all clubs. */
export function LicenceKindsPart() {
  const query = useQuery(licenceKindsQuery());
  const { remove } = useLicenceKinds();
  if (!query.data) return <Loading query={query} />;
  const ask = ({ id, name }: LicenceKind) =>
    confirm({
      title: 'Lizenz nicht mehr zur Wahl stellen?',
      text: `${name}. Was unter diesem Namen eingetragen ist, bleibt.`,
      action: 'Nicht mehr anbieten',
      onConfirm: () => remove.mutate(id, { onSuccess: () => notify('Die Lizenz steht nicht mehr zur Wahl.'), onError: notifyProblem }),
    });
  return (
    <PagePart title="Lizenzen" lead="Für alle Vereine: was bei einem Nachweis gewählt werden kann.">
      <ul className={classes['proofs']}>
        {query.data.map((one) => (
          <li key={one.id}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm">{one.name}</Text>
              <Button variant="subtle" px="xs" onClick={() => ask(one)} aria-label={`Nicht mehr anbieten: ${one.name}`}>
                Nicht mehr anbieten
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <LicenceKindForm />
    </PagePart>
  );
}

function LicenceKindForm() {
  const { add } = useLicenceKinds();
  const form = useShapeForm({ name: '' }, licenceKindInput);
  const submit = form.onSubmit(({ name }) =>
    add.mutate(name, {
      onSuccess: () => {
        notify('Die Lizenz steht zur Wahl.');
        form.reset();
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="sm" align="start">
        <TextInput label="Neue Lizenz" placeholder="Trainer C Breitensport" required maxLength={80} {...form.getInputProps('name')} />
        <Button type="submit" loading={add.isPending} mt={24}>
          Lizenz hinzufügen
        </Button>
      </Group>
      <FormProblem error={add.error} fields={['name']} />
    </form>
  );
}
