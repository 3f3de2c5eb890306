import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { emergencyInput, otherContactsAtMost, type OwnPerson } from '#shared/people/people.ts';
import { needsWayHome, wayHomeNames, waysHome } from '#shared/people/wayHome.ts';
import { today } from '#web/lib/berlinDay.ts';
import { api } from '#web/lib/call/call.ts';
import { useMutation } from '#web/lib/call/useMutation.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { knownWords, useKnownEmergency } from '../parts/useKnownEmergency.ts';

type Input = Parameters<typeof api.people.setEmergency>[0];

/** Up to three emergency contacts of a person, and a child's way home. */
export function EmergencyForm({ of, onDone }: { of: OwnPerson; onDone: () => void }) {
  const client = useQueryClient();
  const { emergencyOthers: others, goesHome, collectors } = of;
  const isChild = isMinor(of.birthDate, today());
  // What the family has given elsewhere is read by the list around this form already.
  const found = useKnownEmergency(isChild && !of.emergencyContactPhone)(of);
  const known = isChild && !of.emergencyContactPhone ? found : undefined;
  const { name, phone } = known ?? { name: of.emergencyContactName, phone: of.emergencyContactPhone };
  const form = useShapeForm({ name, phone, others, goesHome, collectors }, emergencyInput);
  const save = useMutation({
    mutationFn: (contact: Omit<Input, 'id'>) => api.people.setEmergency({ id: of.id, ...contact }),
    onSettled: () => client.invalidateQueries({ queryKey: ['people', 'mine'] }),
  });
  const submit = form.onSubmit((contact) =>
    save.mutate(contact, {
      onSuccess: () => {
        notify(`Der Notfallkontakt von ${fullName(of)} ist gespeichert.`);
        onDone();
      },
      onError: (error) => applyProblem(form, error),
    }),
  );
  const more = form.getValues().others;
  const isSmall = needsWayHome(of.birthDate, today());
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw="32rem">
        <Text fw={600}>{fullName(of)}</Text>
        <TextInput label="Wer?" placeholder="Gerda Muster (Oma)" maxLength={80} {...form.getInputProps('name')} />
        <TextInput
          label="Telefon"
          type="tel"
          placeholder="0170 1234567"
          maxLength={40}
          description={known && knownWords(known)}
          {...form.getInputProps('phone')}
        />
        {more.map((_other, at) => (
          // Rows have no id, so the index is the key.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} align="end" gap="sm" grow preventGrowOverflow={false}>
            <TextInput label={`${at + 2}. Kontakt: Wer?`} maxLength={80} {...form.getInputProps(`others.${at}.name`)} />
            <TextInput label={`${at + 2}. Kontakt: Telefon`} type="tel" maxLength={40} {...form.getInputProps(`others.${at}.phone`)} />
            <Button
              variant="default"
              flex="none"
              onClick={() => form.removeListItem('others', at)}
              aria-label={`${at + 2}. Kontakt entfernen`}
            >
              Entfernen
            </Button>
          </Group>
        ))}
        {more.length < otherContactsAtMost && (
          <Button variant="default" w="fit-content" onClick={() => form.insertListItem('others', { name: '', phone: '' })}>
            Weiteren Kontakt eintragen
          </Button>
        )}
        {isChild && (
          <>
            <Radio.Group label="Wie kommt das Kind nach Hause?" withAsterisk={isSmall} {...form.getInputProps('goesHome')}>
              <Group gap="md" mt={4}>
                {waysHome
                  .filter((way) => !isSmall || way !== 'unknown')
                  .map((way) => (
                    <Radio key={way} value={way} label={wayHomeNames[way]} />
                  ))}
              </Group>
            </Radio.Group>
            <TextInput label="Wer holt ab?" placeholder="Mama, Papa, Oma Gerda" maxLength={200} {...form.getInputProps('collectors')} />
          </>
        )}
        <FormProblem error={save.error} fields={['name', 'phone', 'others', 'goesHome', 'collectors']} />
        <FormButtons action="Speichern" isBusy={save.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
