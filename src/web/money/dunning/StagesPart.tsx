import { Button, Drawer, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { euros } from '#shared/kernel/money.ts';
import { dunningStageInput, type ShownStage } from '#shared/money/dunning/contract.ts';
import { dunningChannelNames, dunningChannels } from '#shared/money/dunning/words.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { EuroField } from '#web/ui/forms/euros/EuroField.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useRowForm } from '#web/ui/forms/useRowForm.ts';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from '../mandates/mandates.module.css';
import { stagesQuery, useDunningMutations } from './queries.ts';

/** The dunning levels: text, delay and fee. */
export function StagesPart() {
  const { data, error, refetch } = useQuery(stagesQuery());
  const [level, setLevel] = useState<number>();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const opened = data?.find((stage) => stage.level === level);
  return (
    <Stack gap="xs">
      <Text size="sm">
        Gebühren brauchen eine Grundlage in Satzung oder Beitragsordnung, sonst dürfen es nur die tatsächlichen Kosten sein. Die erste
        Nachricht bleibt frei.
      </Text>
      {data?.map((stage) => (
        <div key={stage.level} className={classes['stage']}>
          <div className={classes['row']}>
            <strong>{stage.name}</strong>
            <span className={classes['quiet']}>{stageWords(stage)}</span>
          </div>
          <Button variant="default" aria-label={`${stage.name} ändern`} onClick={() => setLevel(stage.level)}>
            Ändern
          </Button>
        </div>
      ))}
      <Drawer opened={opened !== undefined} onClose={() => setLevel(undefined)} title={opened?.name}>
        {opened && <StageForm key={opened.level} stage={opened} onDone={() => setLevel(undefined)} />}
      </Drawer>
    </Stack>
  );
}

function stageWords({ level, afterDays, feeCents, dueDays, channel }: ShownStage): string {
  const from = level === 0 ? 'nach der Fälligkeit' : 'nach der Nachricht davor';
  const fee = feeCents > 0 ? `Gebühr ${euros(feeCents)}` : 'ohne Gebühr';
  return `${afterDays} Tage ${from} · ${fee} · ${dueDays} Tage Zeit · ${dunningChannelNames[channel]}`;
}

type Values = z.output<typeof dunningStageInput>;

/** Edits one level. */
export function StageForm({ stage, onDone }: { stage: ShownStage; onDone: () => void }) {
  const { updateStage } = useDunningMutations();
  const { level, version: _version, ...values } = stage;
  const { form, version, clash } = useRowForm<Values>(stage, values, dunningStageInput);
  const save = form.onSubmit((typed) =>
    updateStage.mutate(
      { ...typed, level, version },
      {
        onSuccess: () => {
          form.resetDirty();
          notify('Die Stufe ist gespeichert.');
          onDone();
        },
        onError: (refusal) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" required maxLength={60} {...form.getInputProps('name')} />
        <NumberInput
          label={level === 0 ? 'Tage nach der Fälligkeit' : 'Tage nach der Nachricht davor'}
          required
          allowDecimal={false}
          {...form.getInputProps('afterDays')}
        />
        <NumberInput label="Tage Zeit zum Bezahlen" required allowDecimal={false} {...form.getInputProps('dueDays')} />
        <EuroField
          label="Gebühr in Euro"
          isOptional
          cents={form.values.feeCents}
          field={form.getInputProps('feeCents')}
          onChange={(cents) => form.setFieldValue('feeCents', cents)}
        />
        <Select
          label="Wie"
          description="Wer keine E-Mail-Adresse hat, bekommt immer einen Brief."
          data={dunningChannels.map((value) => ({ value, label: dunningChannelNames[value] }))}
          allowDeselect={false}
          {...form.getInputProps('channel')}
        />
        <Textarea label="Text nach „Guten Tag,“" required autosize minRows={3} maxLength={1000} {...form.getInputProps('text')} />
        <FormProblem error={updateStage.error} fields={['name', 'afterDays', 'dueDays', 'feeCents', 'channel', 'text']} clash={clash} />
        <Button type="submit" loading={updateStage.isPending} style={{ alignSelf: 'flex-start' }}>
          Speichern
        </Button>
      </Stack>
    </form>
  );
}
