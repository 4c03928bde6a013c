import { Button } from '@mantine/core'
import { IconPlugConnected, IconPlugConnectedX, IconShieldCheck } from '@tabler/icons-react'
import type { AttemptReason, ClinicId, DicomAttempt, DicomReceiver } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dicomAccessMutations, dicomAccessQueries } from '../../../api/records/dicom-access.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { QueryCard } from '../query-card.tsx'
import styles from './dicom-access.module.css'
import { DeviceForm, deviceFormWidth } from './device-form.tsx'
import { ListRow } from './list-row.tsx'

interface AttemptsCardProps {
  readonly clinicId: ClinicId
}

/** Devices that connected or were refused without being listed. */
export function AttemptsCard({ clinicId }: AttemptsCardProps) {
  const { t } = useTranslation()
  const query = useQuery(dicomAccessQueries.attempts(clinicId))
  const { data: receiver } = useQuery(dicomAccessQueries.receiver(clinicId))
  return (
    <QueryCard title={t('access:attempts.title')} text={t('access:attempts.text')} query={query}>
      {(attempts) =>
        attempts.length === 0 ? (
          <p className={styles.note}>{t('access:attempts.none')}</p>
        ) : (
          <ul className={styles.rows}>
            {attempts.map((attempt) => (
              <AttemptRow key={attempt.id} attempt={attempt} receiver={receiver} />
            ))}
          </ul>
        )
      }
    </QueryCard>
  )
}

interface AttemptRowProps {
  readonly attempt: DicomAttempt
  readonly receiver: DicomReceiver | undefined
}

/** The first eight bytes of a fingerprint, which tell the certificates of one title apart. */
const formatStart = (certificate: string) =>
  (certificate.slice(0, 16).match(/../gu) ?? []).join(':').toUpperCase()

/** The caller could connect, and something of its request was accepted. */
const acceptedReasons: readonly AttemptReason[] = ['accepted', 'images-only', 'right']

function AttemptRow({ attempt, receiver }: AttemptRowProps) {
  const { t } = useTranslation()
  const timeZone = useClinicZone()
  const { clinicId, callingTitle, address, certificate, reason, wanted, count } = attempt
  const dismiss = useMutation(dicomAccessMutations.dismiss)
  const { data: devices } = useQuery(dicomAccessQueries.devices(clinicId))
  const title = callingTitle || t('access:attempts.noTitle')
  const isAccepted = acceptedReasons.includes(reason)
  // A device that lacks a right is in the list already: the right is added to it.
  const listed =
    reason === 'right' || reason === 'no-right'
      ? devices?.find(
          (one) =>
            one.aeTitle === callingTitle &&
            (one.certificate === '' || one.certificate === certificate),
        )
      : undefined
  const rights = wanted.map((right) => t(`access:right.${right}`)).join(', ')
  const allow = () =>
    openForm(
      listed ? t('access:device.edit') : t('access:attempts.allow'),
      (close) => (
        <DeviceForm clinicId={clinicId} device={listed} attempt={attempt} onDone={close} />
      ),
      deviceFormWidth,
    )
  return (
    <ListRow
      icon={<Icon icon={isAccepted ? IconPlugConnected : IconPlugConnectedX} size="lg" />}
      title={title}
      badges={
        <Badge tone={isAccepted ? 'amber' : 'red'}>{t(`access:attempts.reason.${reason}`)}</Badge>
      }
      facts={[
        address,
        ...(certificate === ''
          ? []
          : [t('access:attempts.certificate', { start: formatStart(certificate) })]),
        t('access:attempts.times', { count, last: formatDateTime(attempt.lastOn, timeZone) }),
        ...(rights === '' ? [] : [t('access:attempts.wanted', { rights })]),
      ]}
      note={
        reason === 'called-title' && receiver
          ? t('access:attempts.calledTitle', {
              called: attempt.calledTitle,
              aeTitle: receiver.aeTitle,
            })
          : undefined
      }
      actions={
        <>
          {reason === 'called-title' || callingTitle === '' ? null : (
            <Button
              leftSection={<Icon icon={IconShieldCheck} />}
              aria-label={t('access:attempts.allowNamed', { title })}
              onClick={allow}
            >
              {t('access:attempts.allow')}
            </Button>
          )}
          <Button
            variant="default"
            aria-label={t('access:attempts.dismissNamed', { title })}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { id: attempt.id } })}
          >
            {t('access:attempts.dismiss')}
          </Button>
        </>
      }
    />
  )
}
