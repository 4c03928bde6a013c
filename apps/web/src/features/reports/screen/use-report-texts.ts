import type { ReportLanguage } from '@talus/report/document'
import i18next from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { loadNamespaceIn } from '../../../language.ts'

/** Translates into the language of the report, which may not be that of the interface. */
export function useReportTexts(language: ReportLanguage) {
  // Draws again when the texts of the other language have been loaded.
  const { t } = useTranslation()
  useEffect(() => void loadNamespaceIn('report', language), [language])
  const isLoaded = i18next.hasResourceBundle(language, 'report')
  return useMemo(() => (isLoaded ? i18next.getFixedT(language) : t), [isLoaded, language, t])
}
