import type { IncomingHttpHeaders } from 'node:http';
import { stagePassword } from '../../stage/people.ts';
import { onStage, type Outcome, type Proof } from '../proof.ts';

/** The score from which the observatory gives an A+. */
const best = 100;
const sixMonthsSeconds = 15_768_000;

type Rule = { name: string; score(headers: IncomingHttpHeaders): number };

/** The rules of the public HTTP observatory, as far as they concern what a server sends; a minus is a fault, a plus a bonus. */
const rules: readonly Rule[] = [
  { name: 'content-security-policy', score: ({ 'content-security-policy': policy }) => scoreOfPolicy(String(policy ?? '')) },
  {
    name: 'strict-transport-security',
    score: ({ 'strict-transport-security': value = '' }) =>
      value === '' ? -20 : Number(/max-age=(\d+)/.exec(value)?.[1] ?? 0) < sixMonthsSeconds ? -10 : value.includes('preload') ? 5 : 0,
  },
  { name: 'x-content-type-options', score: (headers) => (headers['x-content-type-options'] === 'nosniff' ? 0 : -5) },
  {
    name: 'x-frame-options',
    score: (headers) => {
      if (/frame-ancestors '(none|self)'/.test(String(headers['content-security-policy']))) return 5;
      return /^(deny|sameorigin)$/i.test(String(headers['x-frame-options'])) ? 0 : -20;
    },
  },
  {
    name: 'referrer-policy',
    score: ({ 'referrer-policy': value = '' }) =>
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(String(value)) ? 5 : value === '' ? 0 : -5,
  },
  {
    name: 'cross-origin-resource-policy',
    score: ({ 'cross-origin-resource-policy': value }) =>
      value === 'same-origin' || value === 'same-site' ? 10 : value === undefined || value === 'cross-origin' ? 0 : -5,
  },
  { name: 'cors', score: (headers) => (headers['access-control-allow-origin'] === undefined ? 0 : -50) },
  { name: 'cookies', score: ({ 'set-cookie': cookies = [] }) => Math.min(5, ...cookies.map(scoreOfCookie)) },
];

/** Every kind of answer, as somebody over TLS gets it. */
const asked = [
  { name: 'page', path: '/' },
  { name: 'sign-in page', path: '/login' },
  { name: 'unknown page', path: '/gibt-es-nicht' },
  { name: 'unknown file', path: '/assets/none.js' },
  { name: 'file', path: '/robots.txt' },
  { name: 'API', path: '/api/clubs' },
  { name: 'API refusal', path: '/api/users' },
  { name: 'API unknown', path: '/api/none' },
  { name: 'documentation', path: '/api/docs' },
  { name: 'invalid', path: '/api/users/%00' },
  { name: 'sign-in', path: '/api/session/sign-in', method: 'POST', body: { email: 'admin@rwa.test', password: stagePassword } },
];

/** The grade of the public HTTP observatory, computed here: nothing leaves this machine. */
export const proof: Proof = {
  goal: "the public observatory's grade is A+ for pages, files, the API, refusals and the sign-in",
  run: () =>
    onStage(async ({ startProduct }) => {
      const { requests } = await startProduct({ env: { PUBLIC_URL: 'https://rwa.localhost', HSTS_MAX_AGE: '31536000' } });
      const outcome: Outcome[number][] = [];
      for (const { name, ...ask } of asked) {
        const { headers, status } = await requests.ask({ ...ask, ...(ask.method && { headers: { origin: `http://rwa.localhost` } }) });
        const scores = rules.map((rule) => ({ rule: rule.name, score: rule.score(headers) }));
        const faults = scores.filter(({ score }) => score < 0);
        // As the observatory does it: bonuses count only from 90 points on.
        const base = 100 + faults.reduce((sum, { score }) => sum + score, 0);
        const total = base >= 90 ? scores.reduce((sum, { score }) => sum + score, 100) : base;
        const cause = faults.map(({ rule, score }) => ` ${rule} ${score}`).join('');
        outcome.push({
          figure: `${name} (${status}) ${total}${total >= best ? ' A+' : ''}${cause}`,
          isMet: total >= best && faults.length === 0,
        });
      }
      return outcome;
    }),
};

function scoreOfPolicy(policy: string): number {
  if (policy === '') return -25;
  const directives = new Map(policy.split(/;\s*/).map((one) => [one.split(' ')[0], one]));
  const script = directives.get('script-src') ?? directives.get('default-src') ?? '';
  if (/'unsafe-inline'|'unsafe-eval'|\shttps?:(\s|$)|\sdata:|\*/.test(script) || script === '') return -20;
  const style = directives.get('style-src') ?? '';
  if (/'unsafe-inline'/.test(style)) return 0;
  return directives.get('default-src') === "default-src 'none'" ? 10 : 5;
}

function scoreOfCookie(cookie: string): number {
  if (!/;\s*secure/i.test(cookie)) return -40;
  if (!/;\s*httponly/i.test(cookie)) return -30;
  return /;\s*samesite=(lax|strict)/i.test(cookie) ? 5 : 0;
}
