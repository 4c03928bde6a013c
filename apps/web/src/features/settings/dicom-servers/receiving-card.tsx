import { DicomReceiverChange } from '@talus/contract'
import type { ClinicId, DicomReceiver } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { CopyIcon } from '../../../ui/copy-button.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { schemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { Facts } from '../../../ui/page-frame.tsx'
import { TagField } from '../../../ui/tag-field.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { WithWords } from '../../../ui/with-words.tsx'
import { QueryCard } from '../query-card.tsx'
import { dicomReceiverQuery } from '../settings.queries.ts'
import styles from './dicom-info-section.module.css'

interface ReceivingCardProps {
  readonly clinicId: ClinicId
}

/** Who may call the clinic over DICOM, and by which name. */
export const ReceivingCard = (props: ReceivingCardProps) => (
  <WithWords namespace="imageForms">
    <Receiving {...props} />
  </WithWords>
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

/** A title may hold a space, and never a line. */
const betweenTitles = /[,;]/u
const titleMax = 16
const asList = (text: string) => text.split('\n').filter(Boolean)

function ReceiverForm({ receiver }: { readonly receiver: DicomReceiver }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { clinicId, aeTitle } = receiver
  const bodyOf = (text: string) => ({ clinicId, callingTitles: asList(text) })
  const form = useForm({
    initial: { callingTitles: receiver.callingTitles.join('\n') },
    labels: { callingTitles: t('imageForms:receiver.callingTitles') },
    draft: `dicom-receiver-of-${clinicId}`,
    check: ({ callingTitles }) => {
      const fault = schemaFaults(DicomReceiverChange, bodyOf(callingTitles))['callingTitles']
      return fault === undefined ? {} : { callingTitles: fault }
    },
    save: async ({ callingTitles }) => {
      await call(routes.dicomReceiver.update, { body: bodyOf(callingTitles) })
      await client.invalidateQueries({ queryKey: dicomReceiverQuery(clinicId).queryKey })
      toast.done(t('common:form.saved'))
    },
  })
  const titles = asList(form.values.callingTitles)
  const title = t('imageForms:receiver.aeTitle')
  const titleOf = () => {
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
      <Facts facts={[[title, titleOf()]]} />
      <TagField
        name="callingTitles"
        label={form.labelOf('callingTitles')}
        description={
          titles.length === 0 ? t('imageForms:receiver.anybody') : t('imageForms:receiver.these')
        }
        separator={betweenTitles}
        maxLength={titleMax}
        error={form.faultOf('callingTitles')}
        tags={titles}
        onTags={(next) => {
          form.setValue('callingTitles', next.join('\n'))
          form.touch('callingTitles')
        }}
      />
    </FormFrame>
  )
}
