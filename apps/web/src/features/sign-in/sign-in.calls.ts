import { routes } from '@talus/contract/routes'
import type { Session } from '@talus/contract'
import i18next from 'i18next'
import { callWithHeaders } from '../../api/call.ts'
import { switchGeneratorOn } from '../../api/generator.ts'
import { storeToken, parseToken } from '../../api/token.ts'

/** Signs in and stores the token; a response without a token is a failure, whatever its status. */
export async function signIn(username: string, password: string): Promise<Session> {
  const { data, headers } = await callWithHeaders(routes.auth.login, {
    body: { username, password },
  })
  const token = parseToken(headers.get('authorization'))
  if (token === undefined) throw new Error(i18next.t('auth:login.noToken'))
  storeToken(token)
  void switchGeneratorOn()
  return data
}
