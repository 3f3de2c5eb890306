import { NativeSelect, Select, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { audienceKindNames, basesFor, legalBasisNames, offerMailsADay, type AudienceKind } from '#shared/content/mails.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { authState } from '#web/lib/session/session.ts';
import { AudienceFields, type Choices } from './AudienceFields.tsx';
import type { MailValues } from './mailValues.ts';

type RecipientFieldsProps = { form: UseFormReturnType<MailValues>; choices: Choices | undefined; isLimited: boolean };

/** Recipients, legal basis and reply address. Leaders of a course cannot change them. */
export function RecipientFields({ form, choices, isLimited }: RecipientFieldsProps) {
  const { values } = form;
  const setKind = (kind: AudienceKind) => {
    const [basis = 'contract'] = basesFor(kind);
    form.setValues({ kind, id: '', legalBasis: basis });
  };
  return (
    <>
      {isLimited ? (
        <Text size="sm">
          Sie schreiben den Teilnehmenden dieses Angebots, bei Kindern den Eltern. Höchstens {offerMailsADay} Mails am Tag.
        </Text>
      ) : (
        <NativeSelect
          label="An"
          data={Object.entries(audienceKindNames).map(([value, label]) => ({ value, label }))}
          value={values.kind}
          onChange={({ currentTarget }) => setKind(keysOf(audienceKindNames).find((one) => one === currentTarget.value) ?? values.kind)}
        />
      )}
      <AudienceFields form={form} choices={choices} isFixed={isLimited} />
      {!isLimited && (
        <Select
          label="Grundlage"
          data={basesFor(values.kind).map((value) => ({ value, label: legalBasisNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('legalBasis')}
        />
      )}
      <NativeSelect
        label="Antworten gehen"
        data={[
          { value: 'self', label: `an mich (${authState().user?.email ?? ''})` },
          { value: 'club', label: 'an die Adresse des Vereins' },
        ]}
        {...form.getInputProps('replyTo')}
      />
    </>
  );
}
