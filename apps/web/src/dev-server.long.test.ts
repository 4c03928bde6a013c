import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import type { ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: ViteDevServer

beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  })
}, 60_000)
afterAll(() => server.close())

test('the development server sends the texts of every screen as a script, and they are imported as one', async () => {
  const loader = fileURLToPath(new URL('../../../packages/i18n/src/load.ts', import.meta.url))
  const { code } = (await server.transformRequest(`/@fs/${loader}`)) ?? { code: '' }
  const imports = [
    ...code.matchAll(/import\(\s*["'](?<url>[^"']+\.json[^"']*)["'](?<more>[^)]*)\)/gu),
  ]
  expect(imports.length).toBeGreaterThan(40)
  // A browser refuses a script that is imported as JSON.
  expect(imports.map(({ groups }) => groups?.['more']?.trim()).filter(Boolean)).toEqual([])
  const script = await server.transformRequest(imports[0]?.groups?.['url'] ?? '')
  expect(script?.code).toContain('export default')
}, 60_000)
