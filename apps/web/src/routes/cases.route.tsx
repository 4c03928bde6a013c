import { CasesPage } from '../features/cases/list/cases-page.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace="cases">
    <CasesPage />
  </WithTranslations>
)
