import { SelectedCasesInvoice } from '../features/cases/invoice/selected-cases-invoice.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace={['cases', 'caseFigures']}>
    <SelectedCasesInvoice />
  </WithTranslations>
)
