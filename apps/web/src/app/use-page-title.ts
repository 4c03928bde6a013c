import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { isPageHandle } from './page-handle.ts'

/** The title of the page, from its route; the browser's tab shows it too. */
export function usePageTitle(): string {
  const { t } = useTranslation()
  const handle = useMatches()
    .map((match) => match.handle)
    .findLast(isPageHandle)
  const title = handle ? t(handle.title) : ''
  useEffect(() => {
    document.title = title === '' ? 'Talus' : `${title} · Talus`
  }, [title])
  return title
}
