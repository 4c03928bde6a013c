import { DicomDeviceChange, DicomDeviceDraft, isWideNetwork } from '@talus/contract'
import type { ClinicId, DicomAttempt, DicomDevice, ExchangeRight } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../../api/page-settings.ts'
import { dicomAccessMutations, dicomAccessQueries } from '../../../api/records/dicom-access.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CheckField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import styles from './dicom-access.module.css'

interface DeviceFormProps {
  readonly clinicId: ClinicId
  /** Undefined for a new device. */
  readonly device?: DicomDevice | undefined
  /** Fills the form with what the device said when it tried to connect. */
  readonly attempt?: DicomAttempt | undefined
  readonly onDone: () => void
}

/** Wide enough for two columns of fields. */
export const deviceFormWidth = 680
const aeTitleMax = 16
const nameMax = 100

/** The values of the device, or those of the attempt; a device that only tested may send images. */
function getInitialValues(device: DicomDevice | undefined, attempt: DicomAttempt | undefined) {
  const isWanted = (right: ExchangeRight) => attempt?.wanted.includes(right) ?? false
  const isTest = attempt === undefined || attempt.wanted.length === 0
  return {
    aeTitle: device?.aeTitle ?? attempt?.callingTitle ?? '',
    name: device?.name ?? '',
    network: device?.network ?? attempt?.address ?? '',
    certificate: device?.certificate ?? attempt?.certificate ?? '',
    mayStore: device?.mayStore ?? (isTest || isWanted('store')),
    mayQuery: device?.mayQuery ?? isWanted('query'),
    mayRetrieve: device?.mayRetrieve ?? isWanted('retrieve'),
  }
}

/** The address says nothing about the device, and no certificate does. */
const isWide = ({
  network,
  certificate,
}: {
  readonly network: string
  readonly certificate: string
}) => certificate.trim() === '' && isWideNetwork(network.trim())

export function DeviceForm({ clinicId, device, attempt, onDone }: DeviceFormProps) {
  const { t } = useTranslation()
  const createDevice = useRecordMutation(dicomAccessMutations.createDevice)
  const updateDevice = useRecordMutation(dicomAccessMutations.updateDevice)
  const { data: receiver } = useQuery(dicomAccessQueries.receiver(clinicId))
  const form = useForm({
    initial: getInitialValues(device, attempt),
    labels: {
      aeTitle: t('access:device.aeTitle'),
      name: t('access:device.name'),
      network: t('access:device.network'),
      certificate: t('access:device.certificate'),
      mayStore: t('access:device.mayStore'),
      mayQuery: t('access:device.mayQuery'),
      mayRetrieve: t('access:device.mayRetrieve'),
    },
    required: ['aeTitle'],
    isNew: device === undefined,
    check: (values) => ({
      ...(isWide(values) &&
        pageSettings.variant === 'cloud' && { network: t('errors:field/network-too-wide') }),
      ...(device
        ? findSchemaFaults(DicomDeviceChange, { ...values, id: device.id })
        : findSchemaFaults(DicomDeviceDraft, { ...values, clinicId })),
    }),
    save: async (values) => {
      if (device) await updateDevice({ body: { ...values, id: device.id } })
      else await createDevice({ body: { ...values, clinicId } })
      toast.done(
        attempt ? t('access:device.allowed', { title: values.aeTitle }) : t('common:form.saved'),
      )
      onDone()
    },
  })
  const isFirst = !device && receiver?.acceptsUnlisted && receiver.unlisted === 'while-empty'
  const isFilled = attempt !== undefined && !device
  return (
    <FormFrame
      form={form}
      label={t('access:device.form')}
      saveLabel={isFilled ? t('access:attempts.allow') : t('common:action.save')}
      onCancel={onDone}
    >
      <FormGroup {...(isFirst && { text: t('access:device.firstNote') })}>
        <TextField
          form={form}
          name="aeTitle"
          description={t('access:device.aeTitleHint')}
          maxLength={aeTitleMax}
          isFirst={!isFilled}
        />
        <TextField
          form={form}
          name="name"
          description={t('access:device.nameHint')}
          maxLength={nameMax}
          isFirst={isFilled}
        />
        <TextField
          form={form}
          name="network"
          description={
            isWide(form.values) ? (
              <span className={styles.warning}>{t('access:device.wideHint')}</span>
            ) : (
              t('access:device.networkHint')
            )
          }
        />
        <TextField
          form={form}
          name="certificate"
          description={t('access:device.certificateHint')}
        />
      </FormGroup>
      <FormGroup>
        <CheckField form={form} name="mayStore" description={t('access:device.mayStoreHint')} />
        <CheckField form={form} name="mayQuery" description={t('access:device.mayQueryHint')} />
        <CheckField
          form={form}
          name="mayRetrieve"
          description={t('access:device.mayRetrieveHint')}
        />
      </FormGroup>
    </FormFrame>
  )
}
