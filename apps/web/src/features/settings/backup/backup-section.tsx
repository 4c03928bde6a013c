import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../../api/records/backup.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { getReaderZone } from '../../../ui/format/dates.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { QueryCard } from '../query-card.tsx'
import { BackupForm } from './backup-form.tsx'
import { OldImagesCard } from './old-images-card.tsx'
import { RestoreCard } from './restore-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { StateCard } from './state-card.tsx'
import { StoredCard } from './stored-card.tsx'

/** The backup of the whole server: its state, target, schedule, what is stored, how to restore, and old images. */
export const BackupSection = () => (
  <WithTranslations namespace="backup" height={400}>
    <Content hasOldImages />
  </WithTranslations>
)

/** The same in the guided set-up, at whose time there are no old images. */
export const BackupStep = () => (
  <WithTranslations namespace="backup" height={400}>
    <Content hasOldImages={false} />
  </WithTranslations>
)

function Content({ hasOldImages }: { readonly hasOldImages: boolean }) {
  const { t } = useTranslation()
  const status = useQuery(backupQueries.status())
  const settings = useQuery(backupQueries.settings())
  const zone = useClinicZone() ?? getReaderZone()
  if (status.data?.isAvailable === false)
    return (
      <Card title={t('settings:section.backup')}>
        <p>{t('backup:unavailable')}</p>
      </Card>
    )
  const stored = settings.data?.settings ?? null
  const dataFolder = settings.data?.dataFolder ?? ''
  const { lastRun } = status.data ?? {}
  const readAfter = lastRun ? `${lastRun.id} ${lastRun.state}` : ''
  return (
    <>
      <StateCard status={status} settings={stored} />
      <QueryCard title={t('backup:form.title')} text={t('backup:form.text')} query={settings}>
        {({ settings: saved }) => (
          <BackupForm key={saved === null ? 'new' : 'saved'} settings={saved} zone={zone} />
        )}
      </QueryCard>
      {stored ? (
        <>
          <StoredCard readAfter={readAfter} />
          <RunsCard readAfter={`${readAfter} ${String(status.data?.progress?.phase)}`} />
          <RestoreCard settings={stored} dataFolder={dataFolder} />
        </>
      ) : null}
      {hasOldImages ? (
        <OldImagesCard store={status.data?.secondStore ?? null} dataFolder={dataFolder} />
      ) : null}
    </>
  )
}
