import { lazy, Suspense } from 'react'
import { Skeleton } from '@mantine/core'
import { DicomQueue } from '../features/image-forms/queue/dicom-queue.tsx'
import { ProtocolsSection } from '../features/protocols/index.ts'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

/** Loaded when its section is opened: it contains the texts of all templates. */
const ReportSettings = lazy(async () => ({
  default: (await import('../features/reports/settings/report-settings.tsx')).ReportSettings,
}))

export const Page = () => (
  // The audit events name the sections of the settings and the columns of the X-ray log.
  <WithTranslations namespace={['settings', 'audit', 'xrayLog']}>
    <SettingsPage
      queue={<DicomQueue />}
      protocols={<ProtocolsSection />}
      reports={
        <Suspense fallback={<Skeleton height={240} />}>
          <ReportSettings />
        </Suspense>
      }
    />
  </WithTranslations>
)
