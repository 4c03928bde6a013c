import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { PanelCode, escapeHtml, parseAcceptLanguage } from '@talus/contract'
import { z } from 'zod'
import { sendJson, sendText } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { refuse } from '../refusal.ts'
import type { PanelAccess } from './panel-access.ts'
import { panelTexts } from './panel-texts.ts'

const Entrance = z.object({ token: z.string() })
const Link = z.object({ url: z.string() })
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; img-src data:"
const page = new URL('./page/panel.html', import.meta.url)
const style = new URL('./page/panel.css', import.meta.url)
const script = new URL('./page/panel.ts', import.meta.url)
const read = (file: URL) => readFileSync(file, 'utf8')

/** The page itself contains no secret; it requests a token for the simulator. */
export function panelRoutes(access: PanelAccess, createUrl: () => string): Route[] {
  const createFileRoute = (path: string, text: () => string, type: string): Route => ({
    method: 'GET',
    path,
    access: 'anyone',
    handle: ({ response }) => sendText(response, text(), type),
  })

  return [
    {
      method: 'GET',
      path: '/panel',
      access: 'anyone',
      handle: ({ request, response }) => {
        const language = parseAcceptLanguage(request.headers['accept-language'])
        const texts = panelTexts[language]
        const text = read(page)
          .replaceAll('{{language}}', language)
          .replaceAll(/\{\{(\w+)\}\}/gu, (_, key: string) => escapeHtml(texts[key] ?? key))
        sendText(response, text, 'text/html', {
          'content-security-policy': policy,
          vary: 'Accept-Language',
        })
      },
    },
    createFileRoute('/panel.css', () => read(style), 'text/css'),
    createFileRoute('/panel.js', () => stripTypeScriptTypes(read(script)), 'text/javascript'),
    {
      method: 'GET',
      path: '/panel/words',
      access: 'anyone',
      handle: ({ request, response }) =>
        sendJson(
          response,
          z.record(z.string(), z.string()),
          panelTexts[parseAcceptLanguage(request.headers['accept-language'])],
        ),
    },
    {
      method: 'POST',
      path: '/panel/enter',
      access: 'anyone',
      handle: async ({ response, body }) => {
        const { code } = await body(PanelCode)
        sendJson(response, Entrance, { token: access.enter(code) ?? refuse('bridge/token') })
      },
    },
    {
      method: 'POST',
      path: '/panel/link',
      access: 'server',
      handle: ({ response }) => sendJson(response, Link, { url: createUrl() }),
    },
  ]
}
