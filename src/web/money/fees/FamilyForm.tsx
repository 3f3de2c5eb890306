import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { pages } from '#shared/kernel/pages.ts';
import { feeFamilyInput, type FeeFamilyInput, type FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import { today } from '#web/lib/berlinDay.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FieldGroup } from '#web/ui/forms/FieldGroup.tsx';
import { FieldRows } from '#web/ui/forms/FieldRows.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { useFamilyMutations } from './familyQueries.ts';

type FamilyFormProps = { club: ClubName; family: FeeFamilyView | undefined; onDone: () => void };

/** Creates, edits, ends or deletes a family. */
export function FamilyForm({ club, family, onDone }: FamilyFormProps) {
  const { create, update, remove } = useFamilyMutations();
  const { form, version, clash } = useRowForm<FeeFamilyInput>(family ?? { version: 1 }, valuesOf(family), feeFamilyInput);
  const running = family ? update : create;
  const settle = {
    onSuccess: () => {
      form.resetDirty();
      notify('Die Familie ist gespeichert.');
      onDone();
    },
    onError: (refusal: unknown) => applyProblem(form, refusal),
  };
  const save = form.onSubmit((values) => {
    if (family) update.mutate({ ...values, id: family.id, version }, settle);
    else create.mutate({ club, families: [values] }, settle);
  });
  const erase = () =>
    family &&
    confirm({
      title: 'Familie löschen?',
      text: 'Nur, wenn sie falsch angelegt ist. Soll sie enden, tragen Sie bei den Mitgliedern „bis“ ein. Was schon gefordert ist, bleibt.',
      action: 'Familie löschen',
      onConfirm: () => remove.mutate(family.id, { onSuccess: onDone, onError: notifyProblem }),
    });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <TextInput label="Name der Familie" required maxLength={80} {...form.getInputProps('name')} />
        <PersonSearch
          club={club}
          label="Wer zahlt?"
          description="Auch jemand, der selbst kein Mitglied ist"
          chosen={family && { id: family.payerPersonId, name: family.payer }}
          error={form.errors['payerPersonId'] && 'Bitte auswählen, wer zahlt.'}
          onChoose={(id) => form.setFieldValue('payerPersonId', id ?? '')}
        />
        {family && family.payerPersonId !== form.values.payerPersonId && <OtherPayer family={family} />}
        <MemberRows form={form} club={club} family={family} />
        {form.errors['members'] && (
          <Text size="sm" c="danger" role="alert">
            {form.errors['members']}
          </Text>
        )}
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <Group>
          <Button type="submit" loading={running.isPending}>
            Speichern
          </Button>
          {family && (
            <Button variant="outline" color="danger" loading={remove.isPending} onClick={erase}>
              Löschen
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** What another payer changes, and what has to be done besides. */
function OtherPayer({ family: { payer, payerPersonId } }: { family: FeeFamilyView }) {
  return (
    <Text size="sm">
      Das gilt für alle Mitglieder der Familie und für alles, was von jetzt an gefordert wird. Was schon von {payer} gefordert ist, bleibt
      dort:{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to={pages.adminCharges.path} search={{ konto: payerPersonId }} />}>
        Konto von {payer}
      </Anchor>
      . Sie übergeben es unter „Forderungen“ mit „Ändern“, „Zahler ändern“. Eingezogen wird nur mit einem Mandat des neuen Zahlers.
    </Text>
  );
}

type MemberRowsProps = { form: UseFormReturnType<FeeFamilyInput>; club: ClubName; family: FeeFamilyView | undefined };

function MemberRows({ form, club, family }: MemberRowsProps) {
  // Stable keys, so that removing a row does not shift the search fields of the others.
  const [keys, setKeys] = useState(() => form.values.members.map((_, at) => at));
  const nameOf = (id: string) => family?.members.find(({ personId }) => personId === id)?.name;
  const chosenAt = (id: string) => {
    const name = nameOf(id);
    return name === undefined ? undefined : { id, name };
  };
  return (
    <FieldGroup legend="Mitglieder der Familie">
      <FieldRows
        rows={form.values.members}
        least={1}
        most={20}
        removeLabel={(number) => `${number}. Mitglied entfernen`}
        addLabel="Mitglied hinzufügen"
        onRemove={(at) => {
          form.removeListItem('members', at);
          setKeys(keys.filter((_, index) => index !== at));
        }}
        onAdd={() => {
          form.insertListItem('members', { personId: '', from: `${today().slice(0, 4)}-01-01`, to: null });
          setKeys([...keys, Math.max(-1, ...keys) + 1]);
        }}
      >
        {({ personId }, at) => (
          <Stack gap="xs" key={keys[at]} style={{ flex: 1 }}>
            <PersonSearch
              club={club}
              label={`${at + 1}. Mitglied`}
              chosen={chosenAt(personId)}
              error={form.errors[`members.${at}.personId`] && 'Bitte auswählen.'}
              onChoose={(id) => form.setFieldValue(`members.${at}.personId`, id ?? '')}
            />
            <Group grow align="flex-start">
              <DayField label={`${at + 1}. ab`} hasVisibleLabel isRequired {...dayInput(form, `members.${at}.from`)} />
              <DayField
                label={`${at + 1}. bis`}
                hasVisibleLabel
                {...dayInput(form, `members.${at}.to`)}
                onChange={(day) => form.setFieldValue(`members.${at}.to`, day ?? null)}
              />
            </Group>
          </Stack>
        )}
      </FieldRows>
    </FieldGroup>
  );
}

function valuesOf(family: FeeFamilyView | undefined): FeeFamilyInput {
  if (!family) return { name: '', payerPersonId: '', members: [{ personId: '', from: `${today().slice(0, 4)}-01-01`, to: null }] };
  const { name, payerPersonId, members } = family;
  return { name, payerPersonId, members: members.map(({ personId, from, to }) => ({ personId, from, to })) };
}
