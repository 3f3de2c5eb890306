import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Proof, ProofOptions } from './proof.ts';

const folder = path.join(import.meta.dirname, 'proofs');
const names = fs
  .readdirSync(folder)
  .map((file) => path.basename(file, '.ts'))
  .sort();
const { values, positionals } = parseArgs({ strict: false, allowPositionals: true, args: joined(process.argv.slice(2)) });
const [name, seed] = positionals;
/** Most are over in two; a shared machine takes longer. */
const usualMinutes = 10;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (name === undefined) await list();
else if (names.includes(name)) process.exitCode = (await prove(name)) ? 0 : 1;
else {
  console.error(`There is no proof ${name}. The proofs: ${names.join(', ')}`);
  process.exitCode = 1;
}

async function list(): Promise<void> {
  for (const one of names) console.log(`${one.padEnd(14)} ${(await load(one)).goal}`);
}

async function prove(which: string): Promise<boolean> {
  const proof = await load(which);
  const startedAt = performance.now();
  const given: { readonly [option: string]: unknown } = { seed, ...values };
  const options: ProofOptions = {
    number: (option, otherwise) => Number(given[option] ?? otherwise),
    text: (option, otherwise) => String(given[option] ?? otherwise),
  };
  failAfter(which, options.number('deadline', proof.minutes?.(options) ?? usualMinutes));
  try {
    const outcome = await proof.run(options);
    const isMet = outcome.every((one) => one.isMet);
    const figures = outcome.map(({ figure, isMet: isThisMet }) => (isThisMet ? figure : `MISSED ${figure}`)).join(', ');
    console.log(`${which}: ${isMet ? 'met' : 'MISSED'} in ${Math.round((performance.now() - startedAt) / 1000)} s: ${figures}`);
    return isMet;
  } catch (error) {
    console.error(error);
    console.log(`${which}: MISSED: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    return false;
  }
}

/** What hangs has failed: the process ends, and with it whatever it started. */
function failAfter(which: string, minutes: number): void {
  setTimeout(() => {
    console.log(`${which}: MISSED: not over after ${minutes} minutes (--deadline ${minutes})`);
    process.exit(1);
  }, minutes * 60_000).unref();
}

async function load(which: string): Promise<Proof> {
  const { proof }: { proof: Proof } = await import(path.join(folder, `${which}.ts`));
  return proof;
}

/** `--minutes 10` as `--minutes=10`: without a declared type, parseArgs takes the value for another word. */
function joined(words: string[]): string[] {
  return words.flatMap((word, at) => {
    if (words[at - 1]?.startsWith('--') && !word.startsWith('--')) return [];
    const value = words[at + 1];
    return word.startsWith('--') && !word.includes('=') && value !== undefined && !value.startsWith('--') ? [`${word}=${value}`] : [word];
  });
}
