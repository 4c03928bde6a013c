import { z } from 'zod'
import { limits } from './limits.ts'
import { variants } from './enumerations.ts'
import { defineRoute } from './route.ts'

/** The report of an uncaught error in the browser. */
export const ClientError = z.object({
  message: z.string().max(limits.clientErrorMessage),
  stack: z.string().max(limits.clientErrorBytes).optional(),
  page: z.string().max(limits.textMax).optional(),
})

/** Settings that a page needs before its first API call; the server writes them into the page. */
export const PageSettings = z.object({
  variant: z.enum(variants),
  basePath: z.string(),
  apiBase: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  /** Null if the page shows its own translated text. */
  rightsNotice: z.string().nullable(),
  launcherExitUrl: z.string().nullable(),
  isDemo: z.boolean(),
  /** The system was empty when the page was sent: its first user is yet to be created. */
  needsSetUp: z.boolean(),
})
export type PageSettings = z.output<typeof PageSettings>

export const systemRoutes = {
  health: defineRoute({
    method: 'GET',
    path: '/health',
    summary: 'The same as /health/ready',
    needs: 'nothing',
    clinic: 'none',
    response: z.object({ status: z.literal('ok') }),
  }),
  live: defineRoute({
    method: 'GET',
    path: '/health/live',
    summary: '200 while the process runs, also without database or storage',
    needs: 'nothing',
    clinic: 'none',
    response: z.object({ status: z.literal('ok') }),
  }),
  ready: defineRoute({
    method: 'GET',
    path: '/health/ready',
    summary: '200 when database and storage answer; 503 otherwise, and before a planned stop',
    needs: 'nothing',
    clinic: 'none',
    response: z.object({ status: z.literal('ok') }),
  }),
  docs: defineRoute({
    method: 'GET',
    path: '/docs',
    summary: 'The API documentation as a page',
    needs: 'nothing',
    clinic: 'none',
    produces: 'text/html',
  }),
  openApi: defineRoute({
    method: 'GET',
    path: '/docs/openapi.json',
    summary: 'The API documentation as an OpenAPI 3.1 document',
    needs: 'nothing',
    clinic: 'none',
    produces: 'application/json',
  }),
  reportError: defineRoute({
    method: 'POST',
    path: '/client-error',
    summary: 'Report an uncaught error of the browser',
    needs: 'nothing',
    clinic: 'none',
    body: ClientError,
    ignoresUnknownFields: true,
    callsPerMinute: limits.clientErrorsPerMinute,
  }),
}
