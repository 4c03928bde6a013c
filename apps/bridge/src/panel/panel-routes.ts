import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { PanelCode } from '@talus/contract'
import { z } from 'zod'
import { sendJson, sendText } from '../http/reply.ts'
import type { Route } from '../http/router.ts'
import { languageOf } from '../http/words.ts'
import { refuse } from '../refusal.ts'
import type { PanelAccess } from './panel-access.ts'
import { panelWords } from './panel-words.ts'

const Entrance = z.object({ token: z.string() })
const Link = z.object({ url: z.string() })
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; img-src data:"
const page = new URL('./page/panel.html', import.meta.url)
const style = new URL('./page/panel.css', import.meta.url)
const script = new URL('./page/panel.ts', import.meta.url)
const read = (file: URL) => readFileSync(file, 'utf8')

/** The page itself holds no secret; what it may do it has to ask for. */
export function panelRoutes(access: PanelAccess, newUrl: () => string): Route[] {
  const file = (path: string, text: () => string, type: string): Route => ({
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
        const language = languageOf(request.headers['accept-language'])
        const words = panelWords[language]
        const text = read(page)
          .replaceAll('{{language}}', language)
          .replaceAll(/\{\{(\w+)\}\}/gu, (_, key: string) => escaped(words[key] ?? key))
        sendText(response, text, 'text/html', {
          'content-security-policy': policy,
          vary: 'Accept-Language',
        })
      },
    },
    file('/panel.css', () => read(style), 'text/css'),
    file('/panel.js', () => stripTypeScriptTypes(read(script)), 'text/javascript'),
    {
      method: 'GET',
      path: '/panel/words',
      access: 'anyone',
      handle: ({ request, response }) =>
        sendJson(
          response,
          z.record(z.string(), z.string()),
          panelWords[languageOf(request.headers['accept-language'])],
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
      handle: ({ response }) => sendJson(response, Link, { url: newUrl() }),
    },
  ]
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
