import { can } from '@talus/contract'
import type { Session } from '@talus/contract'
import i18next from 'i18next'
import { generatorStore, switchGeneratorOn } from './generator.ts'
import { parseToken, storeToken } from './token.ts'

/** Stores the token of a new session; a response without one is a failure, whatever its status. */
export function openSession(data: Session, headers: Headers): Session {
  const token = parseToken(headers.get('authorization'))
  if (token === undefined) throw new Error(i18next.t('auth:login.noToken'))
  storeToken(token)
  // Users who take no X-rays, such as radiologists, leave the generator as it is.
  if (can({ flags: data.permissionProfile }, 'study.capture') && !data.mustSetUp) {
    if (data.hasSensors === false) generatorStore.set('disabled')
    else void switchGeneratorOn()
  }
  return data
}
