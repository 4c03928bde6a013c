import type { core } from 'zod'

declare global {
  /** Read by every copy of zod in the page. */
  var __zod_globalConfig: core.$ZodConfig | undefined
}
