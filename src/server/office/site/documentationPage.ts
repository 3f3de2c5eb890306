import { permissions } from '#shared/kernel/permissions.ts';
import { escapeHtml } from '#server/platform/formats/escapeHtml.ts';

type Response = { description?: string; content?: { [type: string]: { schema?: { properties?: { code?: { enum?: string[] } } } } } };
type Operation = {
  summary?: string;
  description?: string;
  'x-permission'?: string;
  'x-fresh'?: boolean;
  responses?: { [status: string]: Response };
  requestBody?: { content?: { [type: string]: { schema?: unknown; example?: unknown } } };
};
type Document = {
  info: { title: string; version: string; description?: string };
  paths: { [path: string]: { servers?: unknown } & { [method: string]: Operation } };
};

/** Renders the OpenAPI document as one HTML page without scripts: path, purpose, access by role, example and errors. */
export function renderDocumentation(document: object): string {
  const { info, paths } = document as Document;
  const sections = Object.entries(paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, servers ? path : `/api${path}`, operation)),
  );
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} – Schnittstelle</title>
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<main>
<h1>${escapeHtml(info.title)} ${escapeHtml(info.version)} – Schnittstelle</h1>
<p lang="en">${escapeHtml(info.description ?? '')} <a href="/api/openapi.json">openapi.json</a></p>
${sections.join('\n')}
</main>
</body>
</html>`;
}

function renderOperation(method: string, address: string, operation: Operation): string {
  const content = Object.values(operation.requestBody?.content ?? {})[0];
  const example =
    content?.example === undefined ? '' : `<p>Beispiel</p><pre tabindex="0">${escapeHtml(JSON.stringify(content.example, null, 2))}</pre>`;
  const shape =
    content?.schema === undefined
      ? ''
      : `<details><summary>Form der Anfrage</summary><pre tabindex="0">${escapeHtml(JSON.stringify(content.schema, null, 2))}</pre></details>`;
  return `<section>
<h2><code>${method.toUpperCase()} ${escapeHtml(address)}</code></h2>
<p>${escapeHtml(operation.summary ?? '')}</p>
${operation.description ? `<p lang="en">${escapeHtml(operation.description)}</p>` : ''}
<p>Recht: <code>${escapeHtml(operation['x-permission'] ?? '')}</code>${operation['x-fresh'] ? ' · Passwort frisch bestätigt' : ''}</p>
${renderAccess(operation['x-permission'] ?? '')}
${example}${shape}
${renderRefusals(operation.responses ?? {})}
</section>`;
}

function renderRefusals(responses: { [status: string]: Response }): string {
  const lines = Object.entries(responses).flatMap(([status, { content, description }]) => {
    // Errors of the storage endpoints have their own format without problem codes.
    if (Number(status) >= 400 && content?.['application/json'])
      return [`${status} <span lang="en">${escapeHtml(description ?? '')}</span>`];
    const codes = content?.['application/problem+json']?.schema?.properties?.code?.enum ?? [];
    return codes.length > 0 ? [`${status} ${codes.map((code) => `<code>${escapeHtml(code)}</code>`).join(' ')}`] : [];
  });
  return `<p>Absagen: ${lines.join(', ')}</p>`;
}

const columns = ['ohne Anmeldung', 'reader', 'trainer', 'editor', 'admin', 'super'];
const words: { readonly [letter: string]: string } = { A: 'ja', L: 'begrenzt', D: 'nein', '-': '–' };

const lettersOf: ReadonlyMap<string, { readonly [target: string]: string }> = new Map(Object.entries(permissions));

function renderAccess(permission: string): string {
  const targets = Object.entries(lettersOf.get(permission) ?? {});
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const rows = targets.map(
    ([target, letters]) =>
      `<tr><th scope="row">${target}</th>${[...letters].map((letter) => `<td>${words[letter] ?? letter}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" tabindex="0" role="group" aria-label="Wer darf das"><table><thead><tr><th scope="col">Ziel</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
