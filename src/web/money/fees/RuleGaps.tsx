import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { addMonths } from '#shared/kernel/calendar.ts';
import { feeGaps, gapWords, type FeeGap, type GapRule } from '#shared/money/fees/feeGaps.ts';
import { today } from '#web/lib/berlinDay.ts';
import type { RuleStart } from './RuleForm.tsx';

const shown = 10;

type RuleGapsProps = {
  rules: readonly GapRule[];
  /** Opens a rule. */ onOpen: (id: string) => void;
  /** Opens a new rule for a gap. */ onFill: (start: RuleStart) => void;
};

/** Members for whom no base rule is valid in the next twelve months: before a run, with what has to change. */
export function RuleGaps({ rules, onOpen, onFill }: RuleGapsProps) {
  const gaps = feeGaps(rules, { from: today(), to: addMonths(today(), 12) });
  if (gaps.length === 0) return null;
  return (
    <Alert color="waiting" title="Die Beitragsordnung hat Lücken">
      <Text size="sm" mb="xs">
        Wer hineinfällt, wird im Beitragslauf genannt und nicht gefordert. Ist das gewollt, legen Sie eine Regel über 0 Euro an.
      </Text>
      <Stack gap="xs">
        {gaps.slice(0, shown).map((gap) => (
          <Group key={gapWords(gap)} gap="xs" justify="space-between">
            <Text size="sm">{gapWords(gap)}</Text>
            <Mend gap={gap} onOpen={onOpen} onFill={onFill} />
          </Group>
        ))}
        {gaps.length > shown && <Text size="sm">und {gaps.length - shown} weitere</Text>}
      </Stack>
    </Alert>
  );
}

function Mend({ gap: { kinds, ageFrom, ageTo, from, ended }, onOpen, onFill }: Omit<RuleGapsProps, 'rules'> & { gap: FeeGap }) {
  const start = { kinds: [...kinds], ageFrom: ageFrom === 0 ? null : ageFrom, ageTo: ageTo === 99 ? null : ageTo, validFrom: from };
  return ended ? (
    <Button size="compact-sm" variant="default" onClick={() => onOpen(ended.id)}>
      „{ended.name}“ ändern
    </Button>
  ) : (
    <Button size="compact-sm" variant="default" onClick={() => onFill(start)}>
      Regel dafür anlegen
    </Button>
  );
}
