import assert from 'node:assert/strict';
import { median, type Ask, type Requests } from '../stage/requests.ts';
import type { Figure, Stage } from './task.ts';

/** One question to both servers. */
export type Question = {
  name: string;
  product: Ask;
  reference: Ask;
  goal?: Figure['goal'];
  growthAtMost?: number;
  /** Makes two bodies comparable where they may differ, e.g. in opaque cursors. */
  normalise?(body: unknown): unknown;
};

const rounds = 5;
/** How long requests come before the first round: a server runs for weeks, its first seconds go into compiling what it will run. */
const warmUpMs = 3000;
const roundMs = 600;
const atOnce = 4;

/** Asks both servers in turn and gives the CPU milliseconds per request of each, as medians of five rounds. */
export async function compare(stage: Stage, questions: readonly Question[]): Promise<Figure[]> {
  const { reference, product } = stage;
  if (!reference) throw new Error('This task has no reference to compare with.');
  const figures: Figure[] = [];
  for (const question of questions) {
    await sameAnswer(stage, question);
    const both = [
      { server: reference, ask: question.reference, costs: [] as number[] },
      { server: product, ask: question.product, costs: [] as number[] },
    ];
    for (const { server, ask } of both) await warmUp(stage, server, ask);
    for (let round = 0; round < (stage.isQuick ? 1 : rounds); round++) {
      for (const { server, ask, costs } of both) costs.push(await costOf(stage, server, ask));
    }
    const [referenceCost = Number.NaN, value = Number.NaN] = both.map(({ costs }) => median(costs));
    const { name, goal, growthAtMost } = question;
    figures.push({ name, unit: 'ms CPU', value, reference: referenceCost, ...(goal && { goal }), ...(growthAtMost && { growthAtMost }) });
  }
  return figures;
}

/** CPU milliseconds per request, over as many requests as fit into a round. */
export async function costOf(stage: Stage, server: { pid: number; requests: Requests }, ask: Ask): Promise<number> {
  const beforeMs = stage.cpuMs(server);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < roundMs) {
    const answers = await server.requests.many(40, atOnce, () => ask);
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`${ask.path} answered ${failed.status}: ${failed.text.slice(0, 300)}`);
    count += answers.length;
  }
  return (stage.cpuMs(server) - beforeMs) / count;
}

/** Asks until the server has compiled what the question runs. */
export async function warmUp(stage: Pick<Stage, 'isQuick'>, { requests }: { requests: Requests }, ask: Ask): Promise<void> {
  const startedAt = performance.now();
  do await requests.many(60, atOnce, () => ask);
  while (performance.now() - startedAt < (stage.isQuick ? 0 : warmUpMs));
}

/** A fast wrong answer is a failure. */
async function sameAnswer({ reference, product }: Stage, { name, normalise = (body) => body, ...asks }: Question): Promise<void> {
  const [ours, theirs] = [await product.requests.ask(asks.product), await reference?.requests.ask(asks.reference)];
  if (ours.status !== 200) throw new Error(`${name}: the product answered ${ours.status}: ${ours.text.slice(0, 300)}`);
  assert.deepEqual(normalise(JSON.parse(ours.text)), normalise(JSON.parse(theirs?.text ?? 'null')), `${name}: the answers differ`);
}
