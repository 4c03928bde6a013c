import { XrayLog } from '../features/studies/xray-log/xray-log.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace="xrayLog">
    <XrayLog />
  </WithTranslations>
)
