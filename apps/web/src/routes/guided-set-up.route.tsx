import { sectionContents } from '../features/settings/section-contents.ts'
import { GuidedSetUp } from '../features/settings/set-up/guided-set-up.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export const Page = () => (
  <WithTranslations namespace={['setUp', 'settings']}>
    <GuidedSetUp sections={sectionContents} />
  </WithTranslations>
)
