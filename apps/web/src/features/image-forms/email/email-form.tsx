import { Anchor, Button } from '@mantine/core'
import { IconInfoCircle, IconLink } from '@tabler/icons-react'
import { can, emailDefaults, limits } from '@talus/contract'
import type { EmailConfig, ImageId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { emailConfigQueries, sendEmail } from '../../../api/records/email-config.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { useActor } from '../../../api/session.ts'
import { CheckField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { TagField } from '../../../ui/inputs/tag-field.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import type { FormProps } from '../image-forms.ts'
import { DocumentPicker } from '../picker/document-picker.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { toLinkBody, findLinkFaults, defaultLinkOptions } from '../links/link-options.ts'
import { LinksDialog } from '../links/links-dialog.tsx'
import { LocalLinkNotice } from '../links/local-link-notice.tsx'
import {
  splitRecipients,
  joinRecipients,
  findInvalidRecipient,
  isEmailAddress,
} from './recipients.ts'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

const addressSeparator = /[\s,;]+/u
const linksWidth = 860
const defaultSubject: string = emailDefaults.subject

export function EmailForm({ study, onDone, goTo }: FormProps) {
  const { t } = useTranslation()
  const configs = useQuery(emailConfigQueries.ofClinic(study.clinic.id))
  const config = configs.data?.[0]
  const isReady = config?.hasPassword ?? false
  const { images, documents, chosen, setChosen, ids } = useStudyImages(study, 'reports')
  const form = useEmailForm({ study, config, ids, isReady, onDone })
  const getReason = () => {
    if (!configs.data) return t('common:state.loading')
    return config ? t('imageForms:email.noPassword') : t('imageForms:email.notSetUp')
  }
  const recipients = splitRecipients(form.values.recipients)
  const openLinks = () =>
    openForm(
      t('imageForms:link.title'),
      (close) => <LinksDialog study={study} onDone={close} goTo={goTo} />,
      linksWidth,
    )
  return (
    <FormFrame
      form={form}
      label={t('studies:imageForm.email')}
      saveLabel={t('imageForms:email.send')}
      onCancel={onDone}
      obstacle={isReady ? undefined : getReason()}
      actions={
        <Button variant="default" leftSection={<Icon icon={IconLink} />} onClick={openLinks}>
          {t('imageForms:link.title')}
        </Button>
      }
    >
      {configs.data && !isReady ? <NotReady why={getReason()} goTo={goTo} /> : null}
      <fieldset className={styles.halves} disabled={!isReady}>
        <div className={styles.fields}>
          <TagField
            name="recipients"
            label={form.getLabel('recipients')}
            description={t('imageForms:email.recipientsHint')}
            inputType="email"
            isRequired
            isFirst
            isDisabled={!isReady}
            separator={addressSeparator}
            isFaulty={(one) => !isEmailAddress(one)}
            error={form.getFault('recipients')}
            tags={recipients}
            onTags={(next) => {
              form.setValue('recipients', joinRecipients(next))
              // The address is complete, so its error can be shown at once.
              form.touch('recipients')
            }}
          />
          <TextField form={form} name="subject" maxLength={limits.textMax} />
          <TextAreaField form={form} name="body" rows={4} />
          <CheckField form={form} name="link" description={t('imageForms:email.linkHint')} />
          {form.values.link ? <LocalLinkNotice clinicId={study.clinic.id} goTo={goTo} /> : null}
          {form.values.link ? (
            <div className={styles.pair}>
              <TextField
                form={form}
                name="days"
                description={t('imageForms:link.daysHint', { max: limits.shareDaysMax })}
                maxLength={2}
                isDigits
              />
              <TextField
                form={form}
                name="pin"
                description={t('imageForms:link.pinHint')}
                maxLength={8}
                isDigits
              />
            </div>
          ) : null}
        </div>
        <div className={styles.pickers}>
          <ImagePicker images={images} chosen={chosen} onChoose={setChosen} isDisabled={!isReady} />
          <DocumentPicker
            documents={documents}
            timeZone={study.clinic.timeZone}
            chosen={chosen}
            onChoose={setChosen}
            isDisabled={!isReady}
          />
        </div>
      </fieldset>
    </FormFrame>
  )
}

interface EmailFormOptions extends Pick<FormProps, 'study' | 'onDone'> {
  /** The account that sends; undefined if the clinic has none. */
  readonly config: Pick<EmailConfig, 'id'> | undefined
  /** The chosen images. */
  readonly ids: ImageId[]
  readonly isReady: boolean
}

/** The fields of the mail, their checks and the sending. */
function useEmailForm({ study, config, ids, isReady, onDone }: EmailFormOptions) {
  const { t } = useTranslation()
  const send = useRecordMutation(sendEmail)
  return useForm({
    initial: {
      recipients: '',
      subject: defaultSubject,
      body: '',
      link: false,
      ...defaultLinkOptions,
    },
    labels: {
      recipients: t('imageForms:email.recipients'),
      subject: t('imageForms:email.subject'),
      body: t('imageForms:email.body'),
      link: t('imageForms:email.link'),
      days: t('imageForms:link.days'),
      pin: t('imageForms:link.pin'),
    },
    required: isReady ? ['recipients'] : [],
    secrets: ['pin'],
    isNew: true,
    draft: `email-of-study-${study.studyId}`,
    check: ({ recipients, link, days, pin }) => {
      const faulty = findInvalidRecipient(splitRecipients(recipients))
      return {
        ...(faulty !== undefined && {
          recipients: t('imageForms:email.invalidRecipient', { value: faulty }),
        }),
        ...(link ? findLinkFaults({ days, pin }) : {}),
      }
    },
    save: async ({ recipients, subject, body, link, days, pin }) => {
      if (!config) throw new Error(t('imageForms:email.notSetUp'))
      if (link && ids.length === 0) throw new Error(t('imageForms:email.noImages'))
      const { waiting } = await send({
        body: {
          emailConfigId: config.id,
          imageIdList: ids,
          emailReceiver: [...splitRecipients(recipients)],
          emailSubject: subject,
          emailBody: body,
          appendDownoadLinkCheckbox: link,
          ...(link ? toLinkBody({ days, pin }) : {}),
        },
      })
      const [first] = waiting
      // Not sent yet and retried by the server: the user sees for which recipient, and why.
      if (first) toast.warning(t('imageForms:email.waiting', { count: waiting.length, ...first }))
      else toast.done(t('imageForms:email.sent'))
      onDone()
    },
    fieldByPath: { emailSubject: 'subject', emailBody: 'body', linkDays: 'days', linkPin: 'pin' },
  })
}

interface NotReadyProps extends Pick<FormProps, 'goTo'> {
  readonly why: string
}

/** Explains why the form is disabled and who can set up the e-mail account. */
function NotReady({ why, goTo }: NotReadyProps) {
  const { t } = useTranslation()
  const actor = useActor()
  return (
    <div className={styles.note} role="note">
      <Icon icon={IconInfoCircle} size="lg" />
      <span>
        {why}{' '}
        {can(actor, 'email-config.manage') ? (
          <Anchor component="button" type="button" onClick={() => goTo('/settings/email')}>
            {t('imageForms:email.toSettings')}
          </Anchor>
        ) : (
          t('imageForms:email.askSomebody')
        )}
      </span>
    </div>
  )
}
