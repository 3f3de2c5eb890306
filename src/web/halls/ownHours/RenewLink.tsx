import { Button, Group, TextInput } from '@mantine/core';
import { renewInput } from '#shared/halls/ownHours.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { useRenewLink } from './queries.ts';

/** Requests a new link by mail; the answer does not reveal which addresses are known. */
export const RenewLink = inDesignSystem(Fields);

function Fields() {
  const renew = useRenewLink();
  const form = useShapeForm<{ email: string }>({ email: '' }, renewInput);
  if (renew.isSuccess)
    return <output>Wenn jemand unter dieser Adresse für eine Organisation spricht, ist jetzt ein neuer Link unterwegs.</output>;
  const submit = form.onSubmit(({ email }) => renew.mutate(email, { onError: (error) => applyProblem(form, error) }));
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end">
        <TextInput
          label="E-Mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          flex="1 1 14rem"
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={renew.isPending}>
          Link anfordern
        </Button>
      </Group>
      <FormProblem error={renew.error} fields={['email']} />
    </form>
  );
}
