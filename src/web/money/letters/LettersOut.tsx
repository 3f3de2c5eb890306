import { Text } from '@mantine/core';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { PayerLetters } from '#shared/money/letters/contract.ts';

const namedAtMost = 20;

/** Recipients whose letters about a reverted action were already sent: only the board can inform them. */
export function LettersOut({ sheets }: { sheets: PayerLetters | undefined }) {
  if (!sheets?.postedOn || sheets.letters.length === 0) return null;
  const { postedOn, letters } = sheets;
  const names = letters.slice(0, namedAtMost).map(({ name }) => name);
  const more = letters.length - names.length;
  return (
    <Text size="sm">
      {letters.length === 1 ? 'Ein Brief ging' : `${letters.length.toLocaleString('de-DE')} Briefe gingen`} am {germanDate(postedOn)}{' '}
      hinaus: {names.join('; ')}
      {more > 0 && ` und ${more.toLocaleString('de-DE')} weitere`}. Wer einen Brief bekam, erfährt es nicht von selbst: Bitte sagen Sie es{' '}
      {letters.length === 1 ? 'dort' : 'allen'}.
    </Text>
  );
}
