import type { DicomInfo } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { CopyAllButton, CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { QueryCard } from '../query-card.tsx'
import styles from './dicom-info-section.module.css'

export function DicomInfoSection() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['dicom-info'],
    queryFn: ({ signal }) => call(routes.dicomInfo.ofThisMachine, {}, { signal }),
  })
  return (
    <QueryCard
      title={t('settings:section.dicom-info')}
      text={t('settings:dicomInfo.text')}
      query={query}
    >
      {(info) => <Info info={info} />}
    </QueryCard>
  )
}

interface InfoRow {
  readonly label: string
  readonly value: string
  readonly note?: string
}

function Info({ info }: { readonly info: DicomInfo }) {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  // The server may serve several clinics; the AE title of the clinic addresses this one.
  const clinicRows: readonly InfoRow[] =
    clinic && clinic.aeTitle !== '' && clinic.aeTitle !== info.aeTitle
      ? [
          {
            label: t('settings:dicomInfo.clinicAeTitle'),
            value: clinic.aeTitle,
            note: t('settings:dicomInfo.clinicAeTitleText', { clinic: clinic.name }),
          },
        ]
      : []
  const toPortRow = (label: string, port: number | null): InfoRow =>
    port === null
      ? { label, value: t('settings:dicomInfo.none'), note: t('settings:dicomInfo.noneText') }
      : { label, value: String(port) }
  const rows: readonly InfoRow[] = [
    { label: t('settings:dicomInfo.host'), value: info.host },
    { label: t('settings:dicomInfo.ipAddress'), value: info.ipAddress },
    toPortRow(t('settings:dicomInfo.port'), info.port),
    toPortRow(t('settings:dicomInfo.tlsPort'), info.tlsPort),
    { label: t('settings:dicomInfo.aeTitle'), value: info.aeTitle },
    ...clinicRows,
  ]
  return (
    <div className={styles.info}>
      <Facts
        facts={rows.map(({ label, value, note }) => [
          label,
          <>
            <span className={styles.value}>
              {value}
              <CopyIcon text={value} what={label} />
            </span>
            {note === undefined ? null : <span className={styles.note}>{note}</span>}
          </>,
        ])}
      />
      <div>
        <CopyAllButton
          what={t('settings:section.dicom-info')}
          text={rows.map(({ label, value }) => t('common:labelled', { label, value })).join('\n')}
        />
      </div>
    </div>
  )
}
