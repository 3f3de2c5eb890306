import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import { alone } from '../forms/alone.ts';
import { applyProblem } from '../forms/applyProblem.ts';
import { FormProblem } from '../forms/FormProblem.tsx';
import { useShapeForm } from '../forms/useShapeForm.ts';

type ReasonFormProps = {
  /** Explains the consequences. */ children?: ReactNode;
  label?: string;
  description?: string;
  placeholder?: string;
  /** The label of the submit button. */ action: string;
  /** A destructive action, with a red button. */ isGrave?: boolean;
  /** A multi-line field, e.g. for a mail. */ isLong?: boolean;
  /** A word that must be typed as well, for what reaches many people. */ typed?: string;
  maxLength?: number;
  /** The zod shape of the reason at its endpoint; by default a non-empty line. */ shape?: z.ZodType<string>;
  /** The field's name at its endpoint. */ fieldName?: string;
  /** The request is pending; not needed when the reason is only kept locally. */ isBusy?: boolean;
  error?: unknown;
  onReason: (reason: string, onError: (error: unknown) => void) => void;
  onCancel?: () => void;
};

/** Asks for the reason that an action requires. */
export function ReasonForm({
  children,
  label = 'Grund',
  maxLength = 200,
  shape = requiredLine(maxLength),
  fieldName = 'reason',
  isLong = false,
  typed,
  isGrave = false,
  isBusy = false,
  error,
  onReason,
  onCancel,
  ...words
}: ReasonFormProps) {
  const whole = z.strictObject({ reason: shape, typed: wordShape(typed) });
  const form = useShapeForm({ reason: '', typed: '' }, whole, { fieldOf: { [fieldName]: 'reason' } });
  const submit = form.onSubmit(({ reason }) => onReason(reason.trim(), (refusal) => applyProblem(form, refusal)));
  const { action, ...hints } = words;
  const field = { label, required: true, maxLength, 'data-autofocus': true, ...hints, ...form.getInputProps('reason') };
  return (
    <form noValidate onSubmit={alone(submit)}>
      <Stack gap="sm">
        {children}
        {isLong ? <Textarea autosize minRows={2} {...field} /> : <TextInput {...field} />}
        {typed && (
          <TextInput label={`Zur Sicherheit: Schreiben Sie „${typed}“`} required autoComplete="off" {...form.getInputProps('typed')} />
        )}
        <FormProblem error={error} fields={[fieldName]} />
        <Group justify={onCancel ? 'flex-end' : 'flex-start'} gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Zurück
            </Button>
          )}
          <Button type="submit" {...(isGrave && { color: 'danger' })} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function wordShape(typed: string | undefined) {
  const isTyped = (text: string) => typed === undefined || text.trim().toLocaleLowerCase('de') === typed;
  return z.string().refine(isTyped, `Bitte schreiben Sie „${typed}“.`);
}
