import { StatisticsPage } from '../features/cases/statistics/statistics-page.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace={['cases', 'caseFigures']}>
    <StatisticsPage />
  </WithTranslations>
)
