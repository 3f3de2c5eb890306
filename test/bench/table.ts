import { isMet, type Figure, type Task } from './task.ts';

export type Result = { name: string; task: Task; size: number; figures: Figure[] };

/** The table of all figures, at the largest size of each task. */
export function tableOf(results: readonly Result[]): string {
  const rows = results
    .filter(({ task, size }) => size === (task.sizes?.at(-1) ?? size))
    .flatMap(({ task, size, figures }) =>
      figures.map((figure) => [
        String(task.line),
        `${task.title}${size > 0 ? ` (${size.toLocaleString('en')})` : ''}`,
        figure.name,
        `${digits(figure.value)} ${figure.unit}`,
        figure.reference === undefined ? '' : digits(figure.reference),
        figure.reference === undefined ? '' : `${digits(figure.reference / figure.value)}×`,
        goalOf(figure),
        verdict(isMet(figure)),
      ]),
    );
  return lines([['line', 'task', 'figure', 'product', 'reference', 'ratio', 'goal', ''], ...rows]);
}

/** How the figures grow with the size of the data; empty when no task has two sizes. */
export function growthOf(results: readonly Result[]): string {
  const rows = [...Map.groupBy(results, ({ name }) => name).values()]
    .filter((sizes) => sizes.length > 1)
    .flatMap((sizes) =>
      (sizes.at(-1)?.figures ?? []).map((last) => {
        const values = sizes.map(({ figures }) => figures.find(({ name }) => name === last.name)?.value ?? Number.NaN);
        const factor = last.value / (values[0] ?? Number.NaN);
        const steps = sizes.map(({ size }, at) => `${size.toLocaleString('en')}: ${digits(values[at] ?? Number.NaN)}`);
        const goal = last.growthAtMost === undefined ? '' : `≤ ${last.growthAtMost}×`;
        return [
          sizes[0]?.task.title ?? '',
          `${last.name} (${last.unit})`,
          steps.join('   '),
          `${digits(factor)}×`,
          goal,
          verdict(last.growthAtMost === undefined ? undefined : factor <= last.growthAtMost),
        ];
      }),
    );
  return rows.length === 0 ? '' : lines([['growth', 'figure', 'value by size', 'factor', 'goal', ''], ...rows]);
}

function goalOf({ goal, unit }: Figure): string {
  if (!goal) return '';
  const suffix = goal.what === 'ratio' ? '×' : ` ${unit}`;
  return goal.atMost === undefined ? `≥ ${goal.atLeast}${suffix}` : `≤ ${goal.atMost}${suffix}`;
}

function verdict(isReached: boolean | undefined): string {
  return isReached === undefined ? '' : isReached ? 'met' : 'MISSED';
}

function digits(value: number): string {
  return Number.isInteger(value) || Math.abs(value) >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

function lines(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
