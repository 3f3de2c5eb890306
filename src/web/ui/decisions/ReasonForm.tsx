import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { requiredLine } from '#shared/kernel/fields.ts';
import { alone } from '../forms/alone.ts';
import { applyProblem } from '../forms/applyProblem.ts';
import { FormProblem } from '../forms/FormProblem.tsx';
import { useShapeForm } from '../forms/useShapeForm.ts';

type ReasonFormProps = {
  /** What comes of it. */ children?: ReactNode;
  label?: string;
  description?: string;
  placeholder?: string;
  /** What the button says. */ action: string;
  /** It takes something from somebody. */ isGrave?: boolean;
  /** Several lines, as for a mail. */ isLong?: boolean;
  maxLength?: number;
  /** The shape of the reason at its endpoint; default a line that is not empty. */ shape?: z.ZodType<string>;
  /** What the reason is called at its endpoint. */ fieldName?: string;
  /** Of the request; a reason that is only kept has none. */ isBusy?: boolean;
  error?: unknown;
  onReason: (reason: string, onError: (error: unknown) => void) => void;
  onCancel?: () => void;
};

/** Asks for the one reason without which something is not done. */
export function ReasonForm({
  children,
  label = 'Grund',
  maxLength = 200,
  shape = requiredLine(maxLength),
  fieldName = 'reason',
  isLong = false,
  isGrave = false,
  isBusy = false,
  error,
  onReason,
  onCancel,
  ...words
}: ReasonFormProps) {
  const form = useShapeForm({ reason: '' }, z.strictObject({ reason: shape }), { fieldOf: { [fieldName]: 'reason' } });
  const submit = form.onSubmit(({ reason }) => onReason(reason.trim(), (refusal) => applyProblem(form, refusal)));
  const { action, ...hints } = words;
  const field = { label, required: true, maxLength, 'data-autofocus': true, ...hints, ...form.getInputProps('reason') };
  return (
    <form noValidate onSubmit={alone(submit)}>
      <Stack gap="sm">
        {children}
        {isLong ? <Textarea autosize minRows={2} {...field} /> : <TextInput {...field} />}
        <FormProblem error={error} fields={[fieldName]} />
        <Group justify={onCancel ? 'flex-end' : 'flex-start'} gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Zurück
            </Button>
          )}
          <Button type="submit" {...(isGrave && { color: 'red' })} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
