import { Button, FileInput, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { statementAtMostBytes } from '#shared/money/bankLines.ts';
import { AccountChoice } from '#web/club/parts/AccountChoice.tsx';
import { base64Of } from '#web/lib/base64.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { fileFault } from '#web/ui/files/fileFault.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { useBankMutations } from './bankQueries.ts';
import { BankLines } from './BankLines.tsx';
import { DoubtfulLines, type Doubt, type StatementInput } from './DoubtfulLines.tsx';
import { RulesPart } from './rules/RulesPart.tsx';

/** Bank receipts: upload a statement, then review its transactions. */
export function BankPart() {
  const { keep } = useBankMutations();
  const [file, setFile] = useState<File | null>(null);
  const [isPressed, setPressed] = useState(false);
  const fault = fileFault(file, statementAtMostBytes);
  const refused = fieldText(keep.error, 'content');
  const [doubt, setDoubt] = useState<Doubt>();
  const [accountId, setAccountId] = useState<string>();
  const send = (input: StatementInput) =>
    keep.mutate(input, {
      onSuccess: ({ accountName, kept, known, byRule, doubtful }) => {
        const more = [known > 0 && `${known} gab es schon`, byRule > 0 && `${byRule} nach Regeln gebucht`].filter(Boolean);
        const from = accountName && ` von „${accountName}“`;
        notify(`${[`${linesOf(kept)}${from} gelesen`, ...more].join(', ')}.`);
        setFile(null);
        setPressed(false);
        // Only asked once: lines not ticked the first time are known already.
        setDoubt(doubtful.length > 0 && !input.again ? { input, lines: doubtful } : undefined);
      },
    });
  const read = async () => {
    setPressed(true);
    if (file && !fault) send({ fileName: file.name, content: await base64Of(file), accountId });
  };
  const choose = (next: File | null) => {
    setFile(next);
    setPressed(false);
    setDoubt(undefined);
    keep.reset();
  };
  return (
    <>
      <PagePart title="Kontoauszug einlesen" lead="Gebucht wird noch nichts: Sie sehen zuerst, welche Zahlung zu welcher Forderung passt.">
        <List size="sm" spacing={4} mb="sm">
          <List.Item>
            Aus dem Onlinebanking: camt (XML, auch als ZIP) oder CSV, höchstens 8 MB. Mit camt werden Rücklastschriften und Läufe erkannt.
          </List.Item>
          <List.Item>Jede Zeile zählt einmal, auch wenn sie in einer zweiten Datei noch einmal kommt.</List.Item>
          <List.Item>Von fremden Konten bleiben nur die letzten vier Stellen.</List.Item>
        </List>
        <Group gap="sm" align="flex-start">
          <FileInput
            label="Datei"
            placeholder="Datei auswählen"
            accept=".csv,.txt,.xml,.zip,text/csv,application/xml,application/zip"
            value={file}
            onChange={choose}
            error={file || isPressed ? (fault ?? refused) : undefined}
            clearable
            clearButtonProps={{ 'aria-label': 'Datei entfernen' }}
            miw={260}
            style={{ flex: '0 1 420px' }}
          />
          <AccountChoice
            label="Falls die Datei kein Konto nennt"
            use="isCollect"
            value={accountId}
            onChange={setAccountId}
            error={fieldText(keep.error, 'accountId')}
          />
          <Button mt="var(--v-space-24)" loading={keep.isPending} onClick={() => void read()}>
            Einlesen
          </Button>
        </Group>
        <FormProblem error={keep.error} fields={['content', 'accountId']} />
        {keep.data?.warnings.map((warning) => (
          <Text key={warning} size="sm" component="output" display="block" mt="sm">
            {warning}
          </Text>
        ))}
        {keep.data && keep.data.unread.length > 0 && (
          <Text size="sm" component="output" display="block" mt="sm">
            Nicht lesbar: {keep.data.unread.map(({ line, message }) => `Zeile ${line}: ${message}`).join(' ')}
          </Text>
        )}
        {doubt && <DoubtfulLines key={doubt.input.fileName} {...doubt} isBusy={keep.isPending} onSend={send} />}
      </PagePart>
      <BankLines />
      <RulesPart />
    </>
  );
}

function linesOf(count: number): string {
  return count === 1 ? '1 neue Zeile' : `${count} neue Zeilen`;
}
