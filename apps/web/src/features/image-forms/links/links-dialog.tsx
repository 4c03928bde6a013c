import { Skeleton, TextInput } from '@mantine/core'
import { IconLinkPlus } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { shareMutations, shareQueries } from '../../../api/records/share.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { ErrorNote } from '../../../ui/states/error-note.tsx'
import type { FormProps } from '../image-forms.ts'
import { DocumentPicker } from '../picker/document-picker.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { LocalLinkNotice } from './local-link-notice.tsx'
import { toLinkBody, findLinkFaults, defaultLinkOptions } from './link-options.ts'
import { ShareRow } from './share-row.tsx'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

/** Lists the share links to images of the study and creates new ones. */
export function LinksDialog({ study, onDone, goTo }: FormProps) {
  const { t } = useTranslation()
  const shares = useQuery(shareQueries.ofStudy(study.studyId))
  const { images, documents, chosen, setChosen, ids } = useStudyImages(study, 'reports')
  const [options, setOptions] = useState(defaultLinkOptions)
  const faults = findLinkFaults(options)
  const create = useMutation({
    ...withOwnError(shareMutations.create),
    onSuccess: () => setChosen(new Set()),
  })
  const getReason = () => {
    if (ids.length === 0) return t('imageForms:picker.choose')
    return faults.days ?? faults.pin
  }
  return (
    <div className={styles.stack}>
      {shares.isError ? <ErrorNote text={getErrorMessage(shares.error)} /> : null}
      {shares.isPending ? <Skeleton height={56} /> : null}
      {shares.data?.length === 0 ? (
        <p className={styles.text}>{t('imageForms:link.none')}</p>
      ) : null}
      {shares.data && shares.data.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by keyboard
        <ul className={styles.lines} tabIndex={0} aria-label={t('imageForms:link.title')}>
          {shares.data.map((share) => (
            <ShareRow
              key={share.id}
              share={share}
              timeZone={study.clinic.timeZone}
              fetchedOn={new Date(shares.dataUpdatedAt).toISOString()}
            />
          ))}
        </ul>
      ) : null}
      {create.data ? <NewLink url={create.data.url} hasPin={create.data.share.hasPin} /> : null}
      <ActionForm
        label={t('imageForms:link.create')}
        actionLabel={t('imageForms:link.create')}
        actionIcon={<Icon icon={IconLinkPlus} />}
        reason={getReason()}
        isBusy={create.isPending}
        error={create.error ? getErrorMessage(create.error) : undefined}
        onAct={() => create.mutate({ body: { imageIds: ids, ...toLinkBody(options) } })}
        onCancel={onDone}
      >
        <div className={styles.halves} data-wide>
          <div className={styles.fields}>
            <p className={styles.text}>{t('imageForms:link.text')}</p>
            <LocalLinkNotice clinicId={study.clinic.id} goTo={goTo} />
            <TextInput
              label={t('imageForms:link.days')}
              description={t('imageForms:link.daysHint', { max: limits.shareDaysMax })}
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              error={faults.days}
              value={options.days}
              onChange={(event) => setOptions({ ...options, days: event.currentTarget.value })}
            />
            <TextInput
              label={t('imageForms:link.pin')}
              description={t('imageForms:link.pinHint')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              error={options.pin.length < 4 && create.isIdle ? undefined : faults.pin}
              value={options.pin}
              onChange={(event) => setOptions({ ...options, pin: event.currentTarget.value })}
            />
          </div>
          <div className={styles.pickers}>
            <ImagePicker images={images} chosen={chosen} onChoose={setChosen} isFirst />
            <DocumentPicker
              documents={documents}
              timeZone={study.clinic.timeZone}
              chosen={chosen}
              onChoose={setChosen}
            />
          </div>
        </div>
      </ActionForm>
    </div>
  )
}

/** The URL is shown only once: the server stores no more than it needs to recognise the link. */
function NewLink({ url, hasPin }: { readonly url: string; readonly hasPin: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={styles.stack}>
      <TextInput
        label={t('imageForms:link.address')}
        description={hasPin ? t('imageForms:link.onceWithPin') : t('imageForms:link.once')}
        readOnly
        value={url}
        rightSectionWidth={40}
        rightSection={<CopyIcon text={url} what={t('imageForms:link.address')} />}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  )
}
