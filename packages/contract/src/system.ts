import { z } from 'zod'
import { limits } from './limits.ts'
import { variants } from './enumerations.ts'
import { route } from './route.ts'

/** A browser's uncaught error, as it is reported. */
export const ClientError = z.object({
  message: z.string().max(2000),
  stack: z.string().max(limits.clientErrorBytes).optional(),
  page: z.string().max(limits.textMax).optional(),
})

/** Settings that a page needs before its first call; the server writes them into the page itself. */
export const PageSettings = z.object({
  variant: z.enum(variants),
  basePath: z.string(),
  apiBase: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  /** Null where the page says it in its own language. */
  rightsNotice: z.string().nullable(),
  launcherExitUrl: z.string().nullable(),
  isDemo: z.boolean(),
})
export type PageSettings = z.output<typeof PageSettings>

export const systemRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    summary: '200 when the server is ready',
    needs: 'nothing',
    clinic: 'none',
    response: z.object({ status: z.literal('ok') }),
  }),
  docs: route({
    method: 'GET',
    path: '/docs',
    summary: 'This interface, as a page',
    needs: 'nothing',
    clinic: 'none',
    produces: 'text/html',
  }),
  openApi: route({
    method: 'GET',
    path: '/docs/openapi.json',
    summary: 'This interface, as an OpenAPI 3.1 document',
    needs: 'nothing',
    clinic: 'none',
    produces: 'application/json',
  }),
  reportError: route({
    method: 'POST',
    path: '/client-error',
    summary: 'Report an uncaught error of the browser',
    needs: 'nothing',
    clinic: 'none',
    body: ClientError,
  }),
}
