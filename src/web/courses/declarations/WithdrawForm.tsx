import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namesOffer } from '#shared/courses/declarationRules.ts';
import { declarationInput } from '#shared/courses/declarations.ts';
import { boot } from '#web/lib/boot.ts';
import { authState } from '#web/lib/session/session.ts';
import { CallError } from '#web/lib/call/call.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { publicCoursesQuery } from '../offers/queries.ts';
import { ContractFields } from './ContractFields.tsx';
import classes from './declarations.module.css';
import { useDeclare, type DeclarationValues } from './queries.ts';
import { Receipt } from './Receipt.tsx';
import { emptyDeclaration, introOf } from './values.ts';

/** Withdraws from a contract: the form, the declaration to check, then its receipt. */
export const WithdrawForm = inDesignSystem(Withdraw);

function Withdraw() {
  const declare = useDeclare();
  const [isRepeated, setIsRepeated] = useState(false);
  const form = useShapeForm<DeclarationValues>(emptyDeclaration('withdrawal', authState().user), declarationInput);
  if (declare.data) return <Receipt kind={form.values.kind} receipt={declare.data} email={form.values.email} />;
  const { name, email, contract, person, club } = form.values;
  const send = () =>
    declare.mutate(form.values, {
      onError: (error) => {
        // Only what is wrong in a field is mended in the form.
        if (error instanceof CallError && error.fields.length > 0) setIsRepeated(false);
        applyProblem(form, error);
      },
    });
  if (isRepeated)
    return (
      <PagePart title="Stimmt das so?" lead="Mit dem nächsten Knopf ist der Widerruf erklärt.">
        <Stack gap="sm" className={classes['form']}>
          <Facts
            facts={[
              ['Name', name],
              ['Vertrag', [contract, person].filter(Boolean).join(', ')],
              ['Verein', boot.clubs[club].displayName],
              ['E-Mail', email],
            ]}
          />
          <Refusal error={declare.error} />
          <Group gap="xs">
            <Button loading={declare.isPending} onClick={send}>
              Widerruf bestätigen
            </Button>
            <Button variant="default" onClick={() => (declare.reset(), setIsRepeated(false))}>
              Ändern
            </Button>
          </Group>
        </Stack>
      </PagePart>
    );
  return (
    <PagePart {...introOf('withdrawal', authState().user)}>
      <form onSubmit={form.onSubmit(() => setIsRepeated(true))} noValidate className={classes['form']}>
        <Stack gap="sm">
          <ContractFields form={form} />
          <FixedTermHint contract={contract} club={club} />
          <FormProblem error={declare.error} fields={Object.keys(form.values)} />
          <Button type="submit" className={classes['send']}>
            Weiter
          </Button>
        </Stack>
      </form>
    </PagePart>
  );
}

/** There is no right of withdrawal for an offer with fixed dates; leaving is another way, which often costs nothing. */
function FixedTermHint({ contract, club }: Pick<DeclarationValues, 'contract' | 'club'>) {
  const { data } = useQuery(publicCoursesQuery());
  const named = (data?.rows ?? []).filter((one) => one.club === club && namesOffer(contract, one));
  const [only] = named;
  if (!only || named.length > 1 || only.kind === 'permanent') return null;
  return (
    <Text size="sm" component="output">
      „{only.title}“ hat feste Termine: Hier gibt es kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB). Bis wann Sie kostenlos absagen, steht{' '}
      <a href={`/id/${only.slug}`}>auf der Seite des Angebots</a>. Absenden können Sie den Widerruf trotzdem.
    </Text>
  );
}
