import { BackupStep } from '../features/settings/backup/backup-section.tsx'
import { sectionContents } from '../features/settings/section-contents.ts'
import { GuidedSetUp } from '../features/settings/set-up/guided-set-up.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

const sections = { ...sectionContents, backup: BackupStep }

export const Page = () => (
  <WithTranslations namespace={['setUp', 'settings']}>
    <GuidedSetUp sections={sections} />
  </WithTranslations>
)
