import { expect, type BrowserContext, type Page } from '@playwright/test'
import { servers } from './servers.ts'

/** Reading what a context has stored opens a page of it, which takes its time. */
const tokens = new WeakMap<BrowserContext, Promise<string>>()

async function tokenIn(context: BrowserContext): Promise<string> {
  const { origins } = await context.storageState()
  const stored = origins.flatMap(({ localStorage }) => localStorage)
  const token = stored.find(({ name }) => name === 'token')?.value
  if (token === undefined) throw new Error('nobody is signed in on this page')
  return token
}

/** Calls the server as the person who is signed in on the page, past all screens. */
export async function callServer<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const context = page.context()
  const token = tokens.get(context) ?? tokenIn(context)
  tokens.set(context, token)
  const reply = await fetch(`${servers.local.api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(reply.ok, `${method} ${path}: ${text}`).toBe(true)
  // The server checks its answers against the contract; a test may believe it.
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
