import { Button } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import type { ClinicId, DicomReceiver } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../../api/call.ts'
import { dicomAccessQueries } from '../../../api/records/dicom-access.ts'
import { saveFile } from '../../../api/save-file.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import styles from './dicom-access.module.css'

/** The AE title, the ports and the TLS certificate, for the settings of a device. */
export function ConnectionCard({ clinicId }: { readonly clinicId: ClinicId }) {
  const { t } = useTranslation()
  const query = useQuery(dicomAccessQueries.receiver(clinicId))
  return (
    <QueryCard
      title={t('access:connection.title')}
      text={t('access:connection.text')}
      query={query}
    >
      {(receiver) => <Connection receiver={receiver} />}
    </QueryCard>
  )
}

const certificateName = 'talus-dicom.crt'

function Connection({ receiver }: { readonly receiver: DicomReceiver }) {
  const { t } = useTranslation()
  const { aeTitle, port, tlsPort, tlsFingerprint } = receiver
  const download = useMutation({
    mutationFn: () => callForFile(routes.dicomDevice.certificate, {}),
    onSuccess: (file) => {
      saveFile(file, certificateName)
      toast.savedFile(t('access:connection.downloaded', { name: certificateName }))
    },
  })
  const copied = (label: string, value: string) => (
    <span className={styles.value}>
      {value}
      <CopyIcon text={value} what={label} />
    </span>
  )
  const closed = t('access:connection.closed')
  const label = {
    aeTitle: t('access:connection.aeTitle'),
    port: t('access:connection.port'),
    tlsPort: t('access:connection.tlsPort'),
    fingerprint: t('access:connection.fingerprint'),
  }
  return (
    <div className={styles.body}>
      <Facts
        facts={[
          [
            label.aeTitle,
            aeTitle === '' ? t('access:connection.noAeTitle') : copied(label.aeTitle, aeTitle),
          ],
          [label.port, port === null ? closed : copied(label.port, String(port))],
          [label.tlsPort, tlsPort === null ? closed : copied(label.tlsPort, String(tlsPort))],
          ...(tlsFingerprint === null
            ? []
            : [[label.fingerprint, copied(label.fingerprint, tlsFingerprint)] as const]),
        ]}
      />
      {tlsFingerprint === null ? null : (
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<Icon icon={IconCertificate} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('access:connection.download')}
          </Button>
        </div>
      )}
    </div>
  )
}
