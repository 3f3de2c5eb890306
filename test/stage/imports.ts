import type { Requests } from './requests.ts';

const finishedAtMostMs = 120_000;

/** Sends a file of members to a product and waits until its rows are taken over. */
export async function importMembers(requests: Requests, cookie: string, text: string): Promise<void> {
  const ask = async (path: string, body: unknown) => {
    const answer = await requests.ask({ method: 'POST', path, body, headers: { cookie }, timeoutMs: finishedAtMostMs });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    return JSON.parse(answer.text) as { id: string }; // The contract of the import says so.
  };
  const { id } = await ask('/api/members/imports', { fileName: 'm.csv', content: Buffer.from(text).toString('base64') });
  await ask(`/api/members/imports/${id}/apply`, {});
  const until = performance.now() + finishedAtMostMs;
  for (;;) {
    const { text: state } = await requests.ask({ path: `/api/members/imports/${id}`, headers: { cookie } });
    if (state.includes('"done"')) return;
    if (state.includes('"failed"') || performance.now() > until) throw new Error(`The import did not end well: ${state.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
