import { Problem } from './problem.ts';

const maxDepth = 32;

/**
 * Parses a JSON body; throws for nesting deeper than 32, NUL and lone surrogates in texts (PostgreSQL cannot store them), and keys that
 * would change the prototype.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid-json', { cause });
  }
  inspect(value, 1);
  return value;
}

/** Throws for a text that cannot be stored. */
export function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) throw new Problem('invalid-argument');
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === 'string') return checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Problem('invalid-argument');
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') throw new Problem('invalid-argument');
    checkText(key);
    inspect(entry, depth + 1);
  }
}
