import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { isPageHandle } from './page-handle.ts'

/** Returns the title of the current route and sets it as the document title. */
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
