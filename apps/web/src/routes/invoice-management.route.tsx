import { InvoiceManagement } from '../features/cases/invoice/invoice-management.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace={['cases', 'caseFigures']}>
    <InvoiceManagement />
  </WithTranslations>
)
