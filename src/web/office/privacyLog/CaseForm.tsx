import { Group, Modal, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { z } from 'zod';
import { localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { caseInput, type PrivacyCase } from '#shared/office/privacyLog/contract.ts';
import { askedRightNames, askedRights, caseKindNames, caseKinds, caseWayNames, caseWays } from '#shared/office/privacyLog/words.ts';
import { PersonSearch } from '#web/people/parts/PersonSearch.tsx';
import { today } from '#web/lib/berlinDay.ts';
import { TimeField } from '#web/ui/forms/TimeField.tsx';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { DayField } from '#web/ui/forms/DayField.tsx';
import { dayInput } from '#web/ui/forms/dayInput.ts';
import { FormButtons } from '#web/ui/forms/FormButtons.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { useCaseMutations } from './queries.ts';

type CaseValues = z.input<typeof caseInput>;

type CaseDialogProps = {
  club: ClubName;
  /** The case to edit; "new" for another one; undefined while closed. */
  of: PrivacyCase | 'new' | undefined;
  onClose: () => void;
  onSaved?: (id: string) => void;
};

/** Records a breach or a request, or edits an open one. */
export function CaseDialog(props: CaseDialogProps) {
  const { of, onClose } = props;
  return (
    <Modal
      opened={of !== undefined}
      onClose={onClose}
      title={of === 'new' ? 'Vorfall oder Anfrage eintragen' : 'Angaben berichtigen'}
      closeOnClickOutside={false}
      size="lg"
    >
      {of && <CaseForm {...props} />}
    </Modal>
  );
}

function CaseForm({ club, of, onClose, onSaved }: CaseDialogProps) {
  const { create, update } = useCaseMutations();
  const known = of === 'new' ? undefined : of;
  const { form, version, adopt, clash } = useRowForm<CaseValues>(known ?? { version: 1 }, valuesOf(known), caseInput);
  const running = known ? update : create;
  const settle = {
    onSuccess: (saved: PrivacyCase) => {
      adopt(saved.version, valuesOf(saved));
      notify('Gespeichert.');
      onClose();
      onSaved?.(saved.id);
    },
    onError: (error: unknown) => applyProblem(form, error),
  };
  const save = form.onSubmit((values) =>
    known ? update.mutate({ ...values, id: known.id, version }, settle) : create.mutate({ ...values, club }, settle),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <CaseFields form={form} club={club} known={known} />
        <FormProblem error={running.error} fields={Object.keys(form.values)} clash={clash} />
        <FormButtons action="Speichern" isBusy={running.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}

type CaseFieldsProps = { form: UseFormReturnType<CaseValues>; club: ClubName; known: PrivacyCase | undefined };

const rights = [{ value: '', label: 'Bitte wählen' }, ...askedRights.map((value) => ({ value, label: askedRightNames[value] }))];
const ways = caseWays.map((value) => ({ value, label: caseWayNames[value] }));

function CaseFields({ form, club, known }: CaseFieldsProps) {
  const isBreach = form.values.kind === 'breach';
  return (
    <>
      <Radio.Group label="Art" {...form.getInputProps('kind')}>
        <Group mt="xs">
          {caseKinds.map((kind) => (
            <Radio key={kind} value={kind} label={caseKindNames[kind]} />
          ))}
        </Group>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {isBreach
          ? 'Angaben gingen verloren, wurden gestohlen oder kamen an Falsche. Mit Risiko für die Betroffenen: binnen 72 Stunden an die Aufsicht melden (Art. 33 DSGVO), bei hohem Risiko auch die Betroffenen benachrichtigen (Art. 34).'
          : 'Jemand möchte wissen, was gespeichert ist, oder es geändert haben: binnen eines Monats antworten (Art. 12 DSGVO).'}
      </Text>
      {!isBreach && <WhoAsks form={form} club={club} known={known} />}
      <TextInput
        label={isBreach ? 'Wen betrifft es?' : 'Sonst: Wer fragt?'}
        description={
          isBreach
            ? 'Wer und wie viele, zum Beispiel: alle 34 Kinder der Turngruppe'
            : 'Name und Anschrift, wenn die Person hier nicht gespeichert ist'
        }
        maxLength={300}
        {...form.getInputProps('concerns')}
      />
      <Group align="flex-start">
        <DayField
          label={isBreach ? 'Bekannt seit' : 'Eingegangen am'}
          hasVisibleLabel
          isRequired
          max={today()}
          {...dayInput(form, 'knownOn')}
        />
        {isBreach && <TimeField label="Uhrzeit" required w={110} {...form.getInputProps('knownTime')} />}
        <NativeSelect label="Eingang" data={ways} {...form.getInputProps('cameBy')} />
      </Group>
      <Textarea
        label={isBreach ? 'Was ist geschehen?' : 'Worum geht es?'}
        required
        autosize
        minRows={3}
        maxLength={4000}
        {...form.getInputProps('text')}
      />
    </>
  );
}

function WhoAsks({ form, club, known }: CaseFieldsProps) {
  const { asked } = form.values;
  const chosen = known?.personId && known.person ? { id: known.personId, name: known.person } : undefined;
  return (
    <>
      <NativeSelect
        label="Anliegen"
        required
        data={rights}
        {...form.getInputProps('asked')}
        value={asked ?? ''}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('asked', askedRights.find((one) => one === value) ?? null)}
      />
      <PersonSearch
        label="Wer fragt?"
        description="Wenn die Person hier gespeichert ist"
        club={club}
        chosen={chosen}
        error={form.errors['personId']}
        onChoose={(id) => form.setFieldValue('personId', id)}
      />
    </>
  );
}

function valuesOf(known: PrivacyCase | undefined): CaseValues {
  const at = localOf(known ? new Date(known.knownAt) : new Date());
  return {
    kind: known?.kind ?? 'request',
    asked: known?.asked ?? null,
    cameBy: known?.cameBy ?? 'mail',
    knownOn: at.date,
    knownTime: at.time,
    personId: known?.personId ?? null,
    concerns: known?.concerns ?? '',
    text: known?.text ?? '',
  };
}
