import { Button, NativeSelect } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDeviceHeartMonitor,
  IconPencil,
  IconPlus,
  IconSelector,
  IconTrash,
} from '@tabler/icons-react'
import { exchangeRights, unlistedRules } from '@talus/contract'
import type { ClinicId, DicomDevice } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../../api/page-settings.ts'
import { dicomAccessMutations, dicomAccessQueries } from '../../../api/records/dicom-access.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useClinicZone } from '../../../api/selected-clinic.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import styles from './dicom-access.module.css'
import { DeviceForm, deviceFormWidth } from './device-form.tsx'
import { ListRow } from './list-row.tsx'

interface DevicesCardProps {
  readonly clinicId: ClinicId
}

/** The devices that may connect, and what happens to the others. */
export function DevicesCard({ clinicId }: DevicesCardProps) {
  const { t } = useTranslation()
  const query = useQuery(dicomAccessQueries.devices(clinicId))
  const add = () =>
    openForm(
      t('access:device.add'),
      (close) => <DeviceForm clinicId={clinicId} onDone={close} />,
      deviceFormWidth,
    )
  return (
    <QueryCard title={t('access:device.title')} text={t('access:device.text')} query={query}>
      {(devices) => (
        <div className={styles.body}>
          {devices.length === 0 ? (
            <p className={styles.note}>{t('access:device.empty')}</p>
          ) : (
            <ul className={styles.rows}>
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          )}
          <UnlistedRule clinicId={clinicId} />
          <div className={styles.actions}>
            <Button variant="default" leftSection={<Icon icon={IconPlus} />} onClick={add}>
              {t('access:device.add')}
            </Button>
          </div>
        </div>
      )}
    </QueryCard>
  )
}

/** On a clinic's own server the clinic decides; in the cloud unlisted devices are refused. */
function UnlistedRule({ clinicId }: DevicesCardProps) {
  const { t } = useTranslation()
  const { data: receiver } = useQuery(dicomAccessQueries.receiver(clinicId))
  const setUnlisted = useMutation(dicomAccessMutations.setUnlisted)
  if (!receiver) return null
  const text = receiver.acceptsUnlisted ? t('access:device.open') : t('access:device.closed')
  if (pageSettings.variant === 'cloud') return <p className={styles.note}>{text}</p>
  return (
    <NativeSelect
      className={styles.select ?? ''}
      label={t('access:device.unlisted.label')}
      description={text}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      rightSection={<Icon icon={IconSelector} size="sm" />}
      value={receiver.unlisted}
      disabled={setUnlisted.isPending}
      data={unlistedRules.map((value) => ({ value, label: t(`access:device.unlisted.${value}`) }))}
      onChange={(event) => {
        const unlisted = unlistedRules.find((rule) => rule === event.currentTarget.value)
        if (unlisted)
          setUnlisted.mutate(
            { body: { clinicId, unlisted } },
            { onSuccess: () => toast.done(t('common:form.saved')) },
          )
      }}
    />
  )
}

const rightFlags = { store: 'mayStore', query: 'mayQuery', retrieve: 'mayRetrieve' } as const
const shownDigits = 12

function DeviceRow({ device }: { readonly device: DicomDevice }) {
  const timeZone = useClinicZone()
  const { t } = useTranslation()
  const removeDevice = useRecordMutation(dicomAccessMutations.removeDevice)
  const { aeTitle: title, network, certificate, clinicId } = device
  const isOpen = network === '' && certificate === ''
  const edit = () =>
    openForm(
      t('access:device.edit'),
      (close) => <DeviceForm clinicId={clinicId} device={device} onDone={close} />,
      deviceFormWidth,
    )
  const remove = async () => {
    const isRemoved = await confirm({
      isDestructive: true,
      title: t('access:device.removeTitle'),
      text: t('access:device.removeText', { title }),
      confirm: t('access:device.remove'),
      act: () => removeDevice({ params: { id: device.id } }),
    })
    if (isRemoved) toast.done(t('common:form.deleted', { name: title }))
  }
  const seen =
    device.lastSeenOn === null
      ? t('access:device.neverSeen')
      : t('access:device.seen', {
          when: formatDateTime(device.lastSeenOn, timeZone),
          address: device.lastAddress,
        })
  return (
    <ListRow
      icon={<Icon icon={IconDeviceHeartMonitor} size="lg" />}
      title={title}
      name={device.name}
      badges={
        <span className={styles.badges}>
          {exchangeRights
            .filter((right) => device[rightFlags[right]])
            .map((right) => (
              <Badge key={right}>{t(`access:rightName.${right}`)}</Badge>
            ))}
          {isOpen ? (
            <Badge tone="amber" icon={<Icon icon={IconAlertTriangle} size="xs" />}>
              {t('access:device.anyAddress')}
            </Badge>
          ) : null}
        </span>
      }
      facts={[
        ...(network === '' ? [] : [network]),
        ...(certificate === ''
          ? []
          : [t('access:device.byCertificate', { start: certificate.slice(0, shownDigits) })]),
        seen,
      ]}
      note={isOpen ? t('access:device.anyAddressHint') : undefined}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon icon={IconPencil} />}
            aria-label={t('access:device.editNamed', { title })}
            onClick={edit}
          >
            {t('common:action.edit')}
          </Button>
          <Button
            variant="default"
            leftSection={<Icon icon={IconTrash} />}
            aria-label={t('access:device.removeNamed', { title })}
            onClick={() => void remove()}
          >
            {t('access:device.remove')}
          </Button>
        </>
      }
    />
  )
}
