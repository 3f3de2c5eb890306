import { fieldProblem } from '#server/platform/http/problem.ts';

type Limit = { atMost: number; /** The field of the file or text. */ path?: string; /** The plural of what a line is. */ name?: string };

/** Refuses a file or pasted table with more lines than are read at once and names the excess: none is left out silently. */
export function refuseTooMany(count: number, { atMost, path = 'content', name = 'Zeilen' }: Limit): void {
  if (count <= atMost) return;
  const [most, all, excess] = [atMost, count, count - atMost].map((one) => one.toLocaleString('de-DE'));
  throw fieldProblem(
    path,
    `Höchstens ${most} ${name} auf einmal. Hier sind es ${all}, also ${excess} zu viel: Bitte in mehreren Teilen einlesen.`,
  );
}
