import type { ReportLanguage } from '@talus/report/document'
import i18next from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaceIn, loadScreensIn } from '../../../language.ts'

/** Translates into the language of the report, which may not be that of the interface. */
export function useReportTexts(language: ReportLanguage) {
  // Draws again when the texts of the other language have been loaded.
  const { t } = useTranslation()
  useEffect(() => {
    void loadNamespaceIn('report', language)
    void loadScreensIn(language)
  }, [language])
  const isLoaded = ['report', 'studies'].every((namespace) =>
    i18next.hasResourceBundle(language, namespace),
  )
  return useMemo(() => (isLoaded ? i18next.getFixedT(language) : t), [isLoaded, language, t])
}
