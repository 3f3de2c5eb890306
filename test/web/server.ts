import type { PageName } from '../../src/shared/kernel/pages.ts';
import type { AnyContractProcedure, AnySchema, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { afterEach, expect, vi } from 'vitest';
import { z } from 'zod';
import { speakGerman } from '../../src/shared/kernel/germanErrors.ts';
import { problems, type ProblemBody, type ProblemCode } from '../../src/shared/kernel/problems.ts';

/** A writing request as it went over the line. */
export type Sent = { method: string; address: string; body: unknown };

/** A refusal as the server would give it; `fields` are the problems of single fields by their path. */
export function refuse(code: ProblemCode, fields: { readonly [path: string]: string } = {}): Refusal {
  return new Refusal(code, fields);
}

class Refusal {
  readonly code: ProblemCode;
  readonly fields: { readonly [path: string]: string };

  constructor(code: ProblemCode, fields: { readonly [path: string]: string }) {
    this.code = code;
    this.fields = fields;
  }
}

/** What is asked with a body while somebody types: nothing is written by it. */
const questions = new Set(['/api/me/presence', '/api/bookings/check', '/api/manage/course-dates', '/api/levies/preview']);

type Answering = (input: unknown) => unknown;
type Route = { method: string; pattern: RegExp; names: string[]; endpoint: AnyContractProcedure; answer: Answering };

/**
 * Stands at the other end of the line, where `fetch` would reach the server: everything of the page is real. What is sent is
 * checked with the shape of its endpoint and refused as the server refuses it; what a test lets it answer must fit the contract.
 */
export class FakeServer {
  /** The writing requests, in their order. */
  readonly sent: Sent[] = [];
  /** What nobody had an answer for, or one that is none by the contract; a test with such a request fails. */
  readonly unanswered: string[] = [];
  private routes: Route[] = [];
  private readonly payloads = new Map<string, object>();

  /** Answers an endpoint from now on: with this body, or with what the function makes of the checked input. */
  on<I extends AnySchema, O extends AnySchema, E extends Record<never, never>, M extends Record<never, never>>(
    endpoint: ContractProcedure<I, O, E, M>,
    answer: InferSchemaInput<O> | ((input: InferSchemaOutput<I>) => InferSchemaInput<O> | Refusal | Promise<InferSchemaInput<O> | Refusal>),
  ): this {
    const { method = 'POST', path = '' } = endpoint['~orpc'].route;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const answering = (typeof answer === 'function' ? answer : () => answer) as Answering; // The overload has checked it.
    // The latest answer counts.
    this.routes = [{ method, pattern, names, endpoint, answer: answering }, ...this.routes];
    return this;
  }

  /** Gives the first public data of a page. */
  payload(page: PageName, data: object): this {
    this.payloads.set(`/payload/${page}.json`, data);
    return this;
  }

  /** Takes a request as `fetch` does. */
  async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
    const { pathname, search } = new URL(request.url);
    // What a test says does not depend on pictures.
    if (pathname.startsWith('/icons/')) return Response.json({ prefix: 'tabler', icons: {} });
    // A line that a test before cut is back.
    if (pathname === '/build.json') return Response.json({ build: 'test' });
    const payload = this.payloads.get(pathname);
    if (payload) return Response.json({ data: payload });
    const body: unknown = request.method === 'GET' ? undefined : JSON.parse((await request.text()) || 'null');
    if (request.method !== 'GET' && !questions.has(pathname))
      this.sent.push({ method: request.method, address: pathname.replace(/^\/api/, ''), body });
    const found = this.routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    // Nobody else is there, unless a test says so.
    if (!found && pathname === '/api/me/presence') return Response.json({ others: [], deleted: null });
    if (!found) {
      this.unanswered.push(`${request.method} ${pathname}${search}`);
      return problem(refuse('not-found'));
    }
    return respond(found, pathname, search, body).catch((error: unknown) => {
      this.unanswered.push(`${request.method} ${pathname}: ${String(error)}`);
      throw error;
    });
  }
}

async function respond({ endpoint, pattern, names, answer }: Route, pathname: string, search: string, body: unknown): Promise<Response> {
  const { inputSchema, outputSchema, route } = endpoint['~orpc'];
  const params = Object.fromEntries((pattern.exec(pathname) ?? []).slice(1).map((value, at) => [names[at], decodeURIComponent(value)]));
  const given = route.method === 'GET' ? Object.fromEntries(new URLSearchParams(search)) : body;
  const input = Object.keys(params).length > 0 ? { ...(given as object | null), ...params } : given;
  const checked = inputSchema instanceof z.ZodType ? inputSchema.safeParse(input) : { success: true as const, data: input };
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path, message }) => [path.join('.'), message]);
    return problem(refuse(route.method === 'GET' ? 'invalid-argument' : 'invalid-input', Object.fromEntries(fields)));
  }
  const answered = await answer(checked.data);
  if (answered instanceof Refusal) return problem(answered);
  return Response.json(outputSchema instanceof z.ZodType ? outputSchema.parse(answered) : answered);
}

function problem({ code, fields }: Refusal): Response {
  const { status, title } = problems[code];
  const list = Object.entries(fields).map(([path, message]) => ({ path, message }));
  const body: ProblemBody = { type: 'about:blank', status, code, title, requestId: 'test', ...(list.length > 0 && { fields: list }) };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

let current: FakeServer | undefined;

/** Begins a server for one test; after it, requests without an answer are a failure. */
export function startFakeServer(): FakeServer {
  speakGerman();
  const server = new FakeServer();
  current = server;
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => server.fetch(input, init));
  return server;
}

afterEach(() => {
  const unanswered = current?.unanswered ?? [];
  current = undefined;
  expect(unanswered, 'requests without an answer').toEqual([]);
});
