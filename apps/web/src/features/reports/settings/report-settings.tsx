import { can } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useActor } from '../../../api/session.ts'
import { Card } from '../../../ui/layout/page-frame.tsx'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { LetterheadCard } from './letterhead-card.tsx'
import { MacroList } from './macro-list.tsx'
import { TemplateList } from './template-list.tsx'
import styles from './report-settings.module.css'

/** Letterhead, templates and macros of reports, as a section of the settings. */
export const ReportSettings = () => (
  <WithTranslations namespace="report">
    <ClinicNeeded clinic={useClinicInUse().clinic}>
      {(clinic) => <ClinicReportSettings key={clinic.id} clinicId={clinic.id} />}
    </ClinicNeeded>
  </WithTranslations>
)

type ClinicProps = Parameters<typeof LetterheadCard>[0]

function ClinicReportSettings({ clinicId }: Pick<ClinicProps, 'clinicId'>) {
  const { t } = useTranslation()
  const actor = useActor()
  const mayManage = can(actor, 'report.manage')
  return (
    <div className={styles.section}>
      <Card title={t('report:settings.letterhead')} text={t('report:settings.letterheadText')}>
        <LetterheadCard clinicId={clinicId} mayManage={mayManage} />
      </Card>
      <Card title={t('report:settings.templates')} text={t('report:settings.templatesText')}>
        <TemplateList clinicId={clinicId} mayManage={mayManage} />
      </Card>
      <Card title={t('report:settings.macros')} text={t('report:settings.macrosText')}>
        <MacroList
          clinicId={clinicId}
          mayManage={mayManage}
          mayWrite={can(actor, 'report.create')}
        />
      </Card>
    </div>
  )
}
