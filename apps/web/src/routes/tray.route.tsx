import { Tray } from '../features/tray/tray.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace="tray">
    <Tray />
  </WithTranslations>
)
