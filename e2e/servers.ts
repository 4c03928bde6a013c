export type Variant = 'local' | 'cloud'

const localUrl = process.env.E2E_LOCAL_URL ?? 'http://127.0.0.1:4280'
const cloudUrl = process.env.E2E_CLOUD_URL ?? 'http://127.0.0.1:4281'

/** Where `npm test` has started the two variants, and where they keep their data. */
export const servers = {
  local: {
    url: localUrl,
    base: `${localUrl}/vue/`,
    api: `${localUrl}/api/`,
    data: process.env.E2E_LOCAL_DATA ?? 'data',
  },
  cloud: {
    url: cloudUrl,
    base: `${cloudUrl}/`,
    api: `${cloudUrl}/aws/api/`,
    data: process.env.E2E_CLOUD_DATA ?? 'data',
  },
} as const satisfies Record<Variant, unknown>
