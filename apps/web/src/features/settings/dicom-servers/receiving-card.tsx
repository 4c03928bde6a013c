import { DicomReceiverChange } from '@talus/contract'
import type { ClinicId, DicomReceiver } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { dicomReceiverQuery, updateDicomReceiver } from '../../../api/records/dicom-server.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { Facts } from '../../../ui/layout/page-frame.tsx'
import { TagField } from '../../../ui/inputs/tag-field.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { QueryCard } from '../query-card.tsx'
import styles from './dicom-info-section.module.css'

interface ReceivingCardProps {
  readonly clinicId: ClinicId
}

/** Shows the AE title of the clinic and which calling AE titles may connect to it. */
export const ReceivingCard = (props: ReceivingCardProps) => (
  <WithTranslations namespace="imageForms">
    <Receiving {...props} />
  </WithTranslations>
)

function Receiving({ clinicId }: ReceivingCardProps) {
  const { t } = useTranslation()
  const query = useQuery(dicomReceiverQuery(clinicId))
  return (
    <QueryCard
      title={t('imageForms:receiver.title')}
      text={t('imageForms:receiver.text')}
      query={query}
    >
      {(receiver) => <ReceiverForm receiver={receiver} />}
    </QueryCard>
  )
}

/** An AE title may contain a space, but no line break. */
const titleSeparator = /[,;]/u
const titleMax = 16
const splitTitles = (text: string) => text.split('\n').filter(Boolean)

function ReceiverForm({ receiver }: { readonly receiver: DicomReceiver }) {
  const { t } = useTranslation()
  const updateReceiver = useRecordMutation(updateDicomReceiver)
  const { clinicId, aeTitle } = receiver
  const toBody = (text: string) => ({ clinicId, callingTitles: splitTitles(text) })
  const form = useForm({
    initial: { callingTitles: receiver.callingTitles.join('\n') },
    labels: { callingTitles: t('imageForms:receiver.callingTitles') },
    draft: `dicom-receiver-of-${clinicId}`,
    check: ({ callingTitles }) => {
      const fault = findSchemaFaults(DicomReceiverChange, toBody(callingTitles))['callingTitles']
      return fault === undefined ? {} : { callingTitles: fault }
    },
    save: async ({ callingTitles }) => {
      await updateReceiver({ body: toBody(callingTitles) })
      toast.done(t('common:form.saved'))
    },
  })
  const titles = splitTitles(form.values.callingTitles)
  const title = t('imageForms:receiver.aeTitle')
  const renderTitle = () => {
    if (aeTitle === '') return t('imageForms:receiver.noAeTitle')
    return (
      <span className={styles.value}>
        {aeTitle}
        <CopyIcon text={aeTitle} what={title} />
      </span>
    )
  }
  return (
    <FormFrame
      form={form}
      label={t('imageForms:receiver.title')}
      saveLabel={t('common:action.save')}
    >
      <Facts facts={[[title, renderTitle()]]} />
      <TagField
        name="callingTitles"
        label={form.getLabel('callingTitles')}
        description={
          titles.length === 0 ? t('imageForms:receiver.anybody') : t('imageForms:receiver.these')
        }
        separator={titleSeparator}
        maxLength={titleMax}
        error={form.getFault('callingTitles')}
        tags={titles}
        onTags={(next) => {
          form.setValue('callingTitles', next.join('\n'))
          form.touch('callingTitles')
        }}
      />
    </FormFrame>
  )
}
