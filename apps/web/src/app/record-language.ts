import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'
import { sessionQuery } from '../api/session.ts'
import { getLanguage } from '../language.ts'
import { queryClient } from './query-client.ts'

/**
 * Records the language of the page, in which mails to the user are written, if the session names
 * another one. After a failure the next loaded session still names it, and it is tried again.
 */
export function recordLanguage(): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const language = getLanguage()
  if (!session || session.language === language) return
  queryClient.setQueryData(sessionQuery.queryKey, { ...session, language })
  call(routes.account.saveLanguage, { body: { language } }, { isQuiet: true }).catch(() => {})
}
