import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@talus/contract'
import { expect, test } from 'vitest'
import { readConfig } from '../../apps/server/src/config.ts'

const folder = join(import.meta.dirname, '../../deploy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const readEnvironment = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][\w]*)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
  )

test('a server starts with the example settings, and every one of them is known', () => {
  const example = readEnvironment(read('talus.env.example'))
  const image = Object.fromEntries(
    [...read('Dockerfile').matchAll(/^ {4}([A-Z_0-9]+)=(\S+)|^ENV ([A-Z_]+)=(\S+)/gmu)].map(
      ([, name, value, first, firstValue]) => [name ?? first, value ?? firstValue],
    ),
  )
  const config = readConfig({ ...image, ...example })
  expect(config).toMatchObject({ variant: 'cloud', isDemo: false, host: '0.0.0.0', trustProxy: 1 })
  expect(config.s3?.bucket).toBe(example['S3_BUCKET'])
  const known = readFileSync(join(folder, '../apps/server/src/config.ts'), 'utf8')
  for (const name of Object.keys(example)) expect(known).toMatch(new RegExp(`^ {2}${name}: `, 'mu'))
})

test('every health check of the examples asks for a route that exists', () => {
  const { apiBase } = readConfig({ TALUS_VARIANT: 'cloud' })
  const paths = new Set(
    [routes.system.live, routes.system.ready].map(({ path }) => apiBase + path.slice(1)),
  )
  const found = readdirSync(folder).flatMap((name) => [
    ...read(name).matchAll(/\/aws\/api\/[\w/-]+/gu),
  ])
  expect(found.length).toBeGreaterThan(4)
  for (const [path] of found) expect(paths).toContain(path)
})

test('a stop is given more time than its announcement takes', () => {
  const { DRAIN_SECONDS } = readEnvironment(read('talus.env.example'))
  const times = [
    /stop_grace_period: (\d+)s/u.exec(read('compose.yaml'))?.[1],
    /TimeoutStopSec=(\d+)/u.exec(read('talus.service'))?.[1],
    /terminationGracePeriodSeconds: (\d+)/u.exec(read('kubernetes.yaml'))?.[1],
  ]
  for (const time of times) expect(Number(time)).toBeGreaterThanOrEqual(Number(DRAIN_SECONDS) + 30)
})
