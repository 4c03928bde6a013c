import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { backupQueries } from '../../../api/records/backup.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { getReaderZone } from '../../../ui/format/dates.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { QueryCard } from '../query-card.tsx'
import { BackupForm } from './backup-form.tsx'
import { RestoreCard } from './restore-card.tsx'
import { RunsCard } from './runs-card.tsx'
import { StateCard } from './state-card.tsx'
import { StoredCard } from './stored-card.tsx'

/** The backup of the whole server: its state, target, schedule, what is stored, and how to restore. */
export const BackupSection = () => (
  <WithTranslations namespace="backup" height={400}>
    <Content />
  </WithTranslations>
)

function Content() {
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
          <RestoreCard settings={stored} dataFolder={settings.data?.dataFolder ?? ''} />
        </>
      ) : null}
    </>
  )
}
