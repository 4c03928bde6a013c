import { expect, type Page } from '@playwright/test'
import { servers } from './servers.ts'

/** Calls the server as the person who is signed in on the page, past all screens. */
export async function callServer<Answer>(
  page: Page,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const { origins } = await page.context().storageState()
  const token = origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === 'token')?.value
  const reply = await fetch(`${servers.local.api}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(reply.ok, `${method} ${path}: ${text}`).toBe(true)
  // The server checks its answers against the contract; a test may believe it.
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
