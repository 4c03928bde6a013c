export type Variant = 'local' | 'cloud'

const localUrl = process.env.E2E_LOCAL_URL ?? 'http://127.0.0.1:4280'
const cloudUrl = process.env.E2E_CLOUD_URL ?? 'http://127.0.0.1:4281'

const localAt = (url: string, data: string) => ({
  url,
  base: `${url}/vue/`,
  api: `${url}/api/`,
  data,
})
let local = localAt(localUrl, process.env.E2E_LOCAL_DATA ?? 'data')

/**
 * Where `npm test` has started the two variants, and where they keep their data. All tests share
 * them. Beside the local one are simulated sensors, which are ready for whoever starts a study, and no
 * generator.
 *
 * A sensor is one per machine: two tests that expose at once would take each other's images. So the
 * tests of capture, in e2e/capture, are a project of their own with one worker, which starts a local
 * server and a bridge for itself (capture/room.ts). For that worker `servers.local` is its own
 * server, and everything that helps other tests works there as well.
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

/** For this worker, from now on. */
export function moveLocalTo(url: string, data: string) {
  local = localAt(url, data)
}
