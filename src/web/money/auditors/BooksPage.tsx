import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { openingInput, type OpenedBooks } from '#shared/money/auditors/contract.ts';
import { pages } from '#shared/kernel/pages.ts';
import { CallError } from '#web/lib/call/call.ts';
import { applyProblem } from '#web/ui/forms/applyProblem.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { useShapeForm } from '#web/ui/forms/useShapeForm.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { Books } from './Books.tsx';
import { useAuditing } from './queries.ts';

/** The books of a year for its auditors, behind a link with a password (/books/{token}). */
export const Page = inDesignSystem(BooksPage);

type Opened = { books: OpenedBooks; password: string };

function BooksPage() {
  const { token = '' } = useParams({ strict: false });
  const [opened, setOpened] = useState<Opened>();
  return (
    <>
      <PageTitle title={pages.books.title} />
      {opened ? (
        <Books books={opened.books} opening={{ token, password: opened.password }} />
      ) : (
        <OpeningForm token={token} onOpen={setOpened} />
      )}
    </>
  );
}

/** Asks for the password of the link. */
export function OpeningForm({ token, onOpen }: { token: string; onOpen: (opened: Opened) => void }) {
  const { open } = useAuditing();
  const form = useShapeForm({ password: '' }, openingInput.pick({ password: true }));
  if (open.error instanceof CallError && (open.error.status === 404 || open.error.code === 'invalid-argument'))
    return (
      <EmptyState icon="link-off" title="Dieser Link gilt nicht mehr.">
        <p>Er ist beendet, abgelaufen oder nicht vollständig. Die Kassenführung des Vereins kann einen neuen erstellen.</p>
      </EmptyState>
    );
  const submit = form.onSubmit(({ password }) =>
    open.mutate(
      { token, password },
      {
        onSuccess: (books) => onOpen({ books, password }),
        onError: (refusal: unknown) => applyProblem(form, refusal),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={420}>
        <Text size="sm">Hier stehen die Bücher eines Jahres zum Prüfen. Jedes Öffnen wird im Verein vermerkt.</Text>
        <TextInput
          type="password"
          label="Passwort"
          description="Von der Kassenführung des Vereins"
          autoComplete="off"
          required
          maxLength={1024}
          {...form.getInputProps('password')}
        />
        {/* A wrong password is only reported at its field. */}
        <FormProblem
          error={open.error instanceof CallError && open.error.code === 'wrong-password' ? null : open.error}
          fields={['password']}
        />
        <Button type="submit" loading={open.isPending} style={{ alignSelf: 'flex-start' }}>
          Öffnen
        </Button>
      </Stack>
    </form>
  );
}
