export type Variant = 'local' | 'cloud'

const localUrl = process.env.E2E_LOCAL_URL ?? 'http://127.0.0.1:4280'
const cloudUrl = process.env.E2E_CLOUD_URL ?? 'http://127.0.0.1:4281'

const createLocal = (url: string, data: string) => ({
  url,
  base: `${url}/vue/`,
  api: `${url}/api/`,
  data,
})
let local = createLocal(localUrl, process.env.E2E_LOCAL_DATA ?? 'data')

/**
 * Addresses and data folders of the two variants that `npm test` has started. All tests share them.
 * The local server has simulated sensors, which are always ready, and no generator.
 *
 * There is one sensor per computer: two tests that expose at the same time would receive each
 * other's images. Therefore the capture tests, in e2e/capture, are a separate project with one
 * worker, which starts its own local server and bridge (capture/capture-fixture.ts). In that worker
 * `servers.local` is this server, so all helpers of other tests work there, too.
 */
export const servers = {
  get local() {
    return local
  },
  cloud: {
    url: cloudUrl,
    base: `${cloudUrl}/`,
    api: `${cloudUrl}/aws/api/`,
    data: process.env.E2E_CLOUD_DATA ?? 'data',
  },
} satisfies Record<Variant, unknown>

/** Replaces the local server for the rest of this worker. */
export function setLocalServer(url: string, data: string) {
  local = createLocal(url, data)
}
