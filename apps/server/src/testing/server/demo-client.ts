import { ImportLine } from '@talus/contract'
import type { ServerProcess } from './server-process.ts'

/** Calls a server as a demo user. */
export async function signInAs({ address }: ServerProcess, username: string) {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Talus-demo-1' }),
  })
  const authorization = reply.headers.get('authorization') ?? ''
  return {
    get: (path: string) => fetch(`${address}/api/${path}`, { headers: { authorization } }),
    importImage: async (bytes: Uint8Array) => {
      const answer = await fetch(`${address}/api/image/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/dicom' },
        body: new Uint8Array(bytes),
      })
      return ImportLine.parse(JSON.parse(await answer.text()))
    },
  }
}
