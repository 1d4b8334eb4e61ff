// `foretrace view` as a user and as another site meet it: served on the loopback address, to whoever has the token, until it is ended.

import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownHosts } from '../../src/cli/view/server.ts';
import { parseTrace } from '../../src/formats/read.ts';
import { events } from '../../src/trace/trace.ts';
import { openedPage } from '../../src/viewer/model/opened.ts';
import { folder, foretrace } from './run.ts';
import { served } from './served.ts';

const trace = 'T0|fork(T1)|main.c:1\nT0|w(x)|main.c:2\nT1|r(x)|worker.c:9\n';

interface Answer {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** `fetch` would not send the Host of another site. */
function ask(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers, method, agent: false }, async (response) => {
      const pieces: Buffer[] = [];
      for await (const piece of response) pieces.push(piece as Buffer);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) });
    });
    asked.on('error', reject).end();
  });
}

function traceFolder(): string {
  const cwd = folder();
  writeFileSync(join(cwd, 'run.std'), trace);
  return cwd;
}

test('serves the page, its findings and all events, and ends with status 0', async () => {
  const { address, end } = await served(['run.std'], traceFolder());
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/$/);
  const page = await ask(address);
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*connect-src 'self'; .*frame-ancestors 'none'$/);
  expect(page.headers['cache-control']).toBe('no-store');
  const { findings } = openedPage(String((await ask(`${address}data`)).body));
  expect(findings.map(({ finding }) => finding.variable)).toEqual(['x']);
  expect([...events(parseTrace((await ask(`${address}trace/0`)).body))]).toHaveLength(3);
  expect((await ask(`${address}trace/1`)).status).toBe(404);
  expect(await end()).toBe(0);
});

test('nobody else is served', async () => {
  const { address, end } = await served(['run.std'], traceFolder());
  const { origin, host } = new URL(address);
  const refused: readonly (readonly [string, Record<string, string>, string?])[] = [
    [`${origin}/`, {}],
    [`${origin}/data`, {}],
    [`${origin}/${'A'.repeat(24)}/data`, {}],
    [`${address}data`, { host: 'evil.example' }],
    [`${address}data`, { host: `evil.example:${new URL(address).port}` }],
    [`${address}data`, { host, origin: 'http://evil.example' }],
    [`${address}data`, { host, origin: 'null' }],
    [`${address}data`, { host, 'sec-fetch-site': 'cross-site' }],
    [`${address}data`, {}, 'POST'],
    [`${address}../data`, {}],
  ];
  for (const [url, headers, method] of refused) {
    const { status, body } = await ask(url, headers, method);
    expect([url, headers, status]).toEqual([url, headers, method === undefined ? 403 : 405]);
    expect(String(body)).not.toContain('main.c');
  }
  expect((await ask(`${address}data`, { host, origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  await end();
});

describe('reports', () => {
  test.each(['json', 'html'])('%s: what was found is shown again', async (format) => {
    const cwd = traceFolder();
    foretrace(['analyze', 'run.std', '--format', `${format}=report`], { cwd });
    const { address, end } = await served(['report'], cwd);
    const { findings, data } = openedPage(String((await ask(`${address}data`)).body));
    expect(findings.map(({ finding }) => finding.variable)).toEqual(['x']);
    expect(data.parts.filter(Boolean)).toHaveLength(format === 'html' ? 1 : 0);
    await end();
  });

  test.each([
    ['cut.json', '{ "version": 1, "findings": ['],
    ['other.json', '{ "version": 2 }'],
    ['half.json', '{ "version": 1, "traces": [], "detectors": [], "findings": [{ "id": "R1" }] }'],
    ['null.json', '{ "version": 1, "traces": [], "detectors": [], "findings": [null] }'],
    ['page.html', '<!doctype html><p>hello</p>'],
    ['cut.html', '<!doctype html><script type="application/json" id="data">{"shapes":[],</script>'],
    [
      'half.html',
      '<!doctype html><script type="application/json" id="data">{"shapes":[["page"]],"pool":[[0,3]],"root":0}</script>',
    ],
  ])('%s is refused with one line', (name, text) => {
    const cwd = folder();
    writeFileSync(join(cwd, name), text);
    const { status, stderr, stdout } = foretrace(['view', '--no-open', name], { cwd });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^foretrace: .*REPORT_BAD.*\n.*\n?$/);
  });
});

test('without a run, and on a port that is taken, it says what to do', async () => {
  const cwd = traceFolder();
  writeFileSync(join(cwd, 'package.json'), '{}');
  expect(foretrace(['view', '--no-open'], { cwd })).toMatchObject({ status: 2, stderr: expect.stringContaining('no last run') });
  const { address, end } = await served(['run.std'], cwd);
  const { status, stderr } = foretrace(['view', '--no-open', 'run.std', '--port', new URL(address).port], { cwd });
  expect(status).toBe(2);
  expect(stderr).toContain('is in use');
  await end();
});

test('browsers leave out port 80', () => {
  expect(ownHosts(80)).toContain('127.0.0.1');
  expect(ownHosts(8080)).toEqual(['127.0.0.1:8080', 'localhost:8080']);
});
