import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { Card, Facts } from '../../../ui/page-frame.tsx'

/** Fixed by the specification. */
const ports = { plain: 11_113, tls: 11_112 } as const

export function DicomInfoSection() {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  return (
    <Card title={t('settings:section.dicom-info')} text={t('settings:dicomInfo.text')}>
      <Facts
        facts={[
          [t('settings:dicomInfo.host'), location.hostname],
          [t('settings:dicomInfo.aeTitle'), clinic?.aeTitle],
          [t('settings:dicomInfo.port'), ports.plain],
          [t('settings:dicomInfo.tlsPort'), ports.tls],
        ]}
      />
    </Card>
  )
}
