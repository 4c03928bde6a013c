import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAssociation, statuses, uids } from './dimse/index.ts'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { testEngine } from './testing/database/test-database.ts'
import type { ServerProcess } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { start } = setUpServerRuns('file', 'demo data')
const token = 'a-token-of-24-characters'
const patient = 'Zephyrine^Quillfeather'
const deploy = join(import.meta.dirname, '../../../deploy')

const readPort = (server: ServerProcess) =>
  Number(/Metrics: port (\d+)/u.exec(server.output())?.[1])
const ask = (port: number, path = '/metrics', authorization = `Bearer ${token}`) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })

/** The value of a series, with its labels in any order; undefined if there is none. */
function find(text: string, name: string, labels: Readonly<Record<string, string>> = {}) {
  const line = text
    .split('\n')
    .find(
      (line) =>
        line.replace(/[{ ].*/u, '') === name &&
        Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

describe('a server with metrics', () => {
  let server: ServerProcess
  let port: number
  beforeAll(async () => {
    server = await start({
      METRICS_PORT: '0',
      METRICS_TOKEN: token,
      DICOM_PORT: '0',
      LOG_LEVEL: 'info',
      ACCESS_LOG: '1',
    })
    port = readPort(server)
  }, 90_000)
  afterAll(() => server.stop())

  const call = (path: string, init?: RequestInit) => fetch(`${server.address}/api/${path}`, init)
  const signIn = (password: string) =>
    call('auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin.en', password }),
    })

  test('its metrics have a port of their own and need the token', async () => {
    expect((await ask(port, '/metrics', 'Bearer another-token-of-24-chars')).status).toBe(401)
    expect((await ask(port, '/metrics', '')).status).toBe(401)
    expect((await ask(port, '/api/health')).status).toBe(404)
    const reply = await ask(port)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain('version=0.0.4')
    for (const path of ['/metrics', '/api/metrics', '/vue/metrics'])
      expect(await (await fetch(server.address + path)).text()).not.toContain('talus_http')
  })

  test('requests, sign-ins, streams, DICOM, files and database are counted', async () => {
    const before = await (await ask(port)).text()
    expect((await signIn('Wrong-password-1')).status).toBe(401)
    const { headers } = await signIn('Talus-demo-1')
    const authorization = headers.get('authorization') ?? ''
    const file = createRadiograph('Metrics', { PatientName: patient })
    const stored = await call('dicom-web/studies', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/dicom' },
      body: file,
    })
    expect(stored.status).toBe(200)
    expect((await call('image/4711', { headers: { authorization } })).status).toBe(404)

    const socket = connect(server.dicomPort, '127.0.0.1')
    await once(socket, 'connect')
    const association = await openAssociation(socket, {
      called: 'TALUS_EN',
      calling: 'ECHOER',
      contexts: [
        { abstractSyntax: uids.verification, transferSyntaxes: [uids.implicitLittleEndian] },
      ],
    })
    expect((await association.echo()).status).toBe(statuses.success)

    const stream = await call('events?follow=1:cases', {
      headers: { authorization, accept: 'text/event-stream' },
    })
    expect(stream.status).toBe(200)
    const text = await (await ask(port)).text()
    const added = (name: string, labels: Readonly<Record<string, string>>) =>
      (find(text, name, labels) ?? 0) - (find(before, name, labels) ?? 0)
    const login = { method: 'POST', route: '/api/auth/login' }
    expect(added('talus_http_requests_total', { ...login, status: '401' })).toBe(1)
    expect(added('talus_http_requests_total', { ...login, status: '200' })).toBe(1)
    expect(added('talus_http_request_seconds_count', login)).toBe(2)
    const code = 'auth/wrong-credentials'
    expect(added('talus_sign_ins_refused_total', { code })).toBe(1)
    expect(find(text, 'talus_event_streams')).toBe(1)
    expect(find(text, 'talus_dicom_connections')).toBe(1)
    expect(added('talus_dicom_associations_total', { outcome: 'accepted' })).toBe(1)
    const echo = { operation: 'C-ECHO', outcome: 'success' }
    expect(added('talus_dicom_requests_total', echo)).toBe(1)
    expect(find(text, 'talus_file_store_seconds_count', { operation: 'put' })).toBeGreaterThan(0)
    expect(find(text, 'talus_file_store_written_bytes_total')).toBeGreaterThanOrEqual(
      file.byteLength,
    )
    expect(find(text, 'talus_database_seconds_count', { operation: 'insert' })).toBeGreaterThan(0)
    expect(find(text, 'talus_workers', { pool: 'read', state: 'limit' })).toBe(1)
    expect(find(text, 'talus_disk_bytes', { space: 'free' })).toBeGreaterThan(0)
    expect(find(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    const pool = find(text, 'talus_database_connections', { state: 'used' })
    expect(pool !== undefined).toBe(testEngine === 'postgres')

    await stream.body?.cancel()
    await association.release()
    const streams = async () => find(await (await ask(port)).text(), 'talus_event_streams')
    await expect.poll(streams).toBe(0)
  })

  test('neither metrics nor log name an animal, an owner, a token or a record', async () => {
    const text = await (await ask(port)).text()
    expect(text).not.toMatch(/Quillfeather|admin\.en|\b4711\b|Bearer/u)
    const requests = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
    expect(requests.length).toBeGreaterThan(4)
    expect(requests.join('\n')).not.toMatch(/Quillfeather|admin\.en|\b4711\b|Bearer|follow=/u)
    const login = requests.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(login.find(({ status }) => status === 401)).toMatchObject({
      route: '/api/auth/login',
      code: 'auth/wrong-credentials',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/u),
    })
  })

  test('every metric of the dashboard and of the alerts exists', async () => {
    const text = await (await ask(port)).text()
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gmu)].map(([, name]) => name))
    const dashboard = JSON.parse(
      await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8'),
    ) as {
      readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[]
    }
    const alerts = await readFile(join(deploy, 'prometheus-alerts.yaml'), 'utf8')
    const expressions = [
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...[...alerts.matchAll(/^ +expr: (.+)$/gmu)].map(([, expr = '']) => expr),
    ]
    expect(expressions.length).toBeGreaterThan(25)
    const onPostgres = ['talus_database_connections']
    const named = expressions.flatMap((expression) =>
      [...expression.matchAll(/\b(?:talus|process)_\w+/gu)].map(([name]) =>
        name.replace(/_(?:bucket|sum|count)$/u, ''),
      ),
    )
    const isExpected = (name: string) => testEngine === 'postgres' || !onPostgres.includes(name)
    expect(named.filter((name) => isExpected(name) && !known.has(name))).toEqual([])
  })
})

test('without the setting there is no port for metrics', async () => {
  const server = await start({ METRICS_TOKEN: token })
  expect(server.output()).not.toContain('Metrics')
})
