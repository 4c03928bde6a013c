import type { ReportLanguage } from '../document/index.ts'
import { englishTemplates } from './english-templates.ts'
import { frenchTemplates } from './french-templates.ts'
import { shippedTemplateIds, templateScopes } from './shipped-template.ts'
import type { ShippedTemplate, TemplateTexts } from './shipped-template.ts'

const texts: Readonly<Record<ReportLanguage, TemplateTexts>> = {
  en: englishTemplates,
  fr: frenchTemplates,
}

/** The templates that every clinic begins with. */
export const listShippedTemplates = (language: ReportLanguage): ShippedTemplate[] =>
  shippedTemplateIds.map((id) => {
    const { name, text } = texts[language][id]
    return { id, language, ...templateScopes[id], name, text: text.trim() }
  })
