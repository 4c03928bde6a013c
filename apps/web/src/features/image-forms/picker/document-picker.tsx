import { Checkbox } from '@mantine/core'
import type { ImageId, StudyDocument } from '@talus/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  findNewestReport,
  getDocumentDetail,
  getDocumentName,
} from '../../../ui/format/document-name.ts'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { toggleId } from './selection.ts'
import type { ChosenIds } from './selection.ts'
import styles from './image-picker.module.css'

interface DocumentPickerProps {
  readonly documents: readonly StudyDocument[]
  readonly timeZone: string | undefined
  readonly chosen: ChosenIds<ImageId>
  readonly onChoose: (chosen: ChosenIds<ImageId>) => void
  readonly isDisabled?: boolean
}

/** The reports and documents of a study, to select some of them; nothing without any. */
export function DocumentPicker(props: DocumentPickerProps) {
  if (props.documents.length === 0) return null
  return (
    <WithTranslations namespace="documents" height={40}>
      <DocumentChoices {...props} />
    </WithTranslations>
  )
}

function DocumentChoices(props: DocumentPickerProps) {
  const { documents, timeZone, chosen, onChoose, isDisabled = false } = props
  const { t } = useTranslation()
  const titleId = useId()
  const newest = findNewestReport(documents)
  return (
    <div className={styles.picker} role="group" aria-labelledby={titleId}>
      <span className={styles.title} id={titleId}>
        {t('imageForms:picker.documents')}
      </span>
      <div className={styles.documents}>
        {documents.map((document) => {
          // The server refuses it: the recipient would read the name of another patient.
          const isOfOther = document.report?.isOfOtherPatient ?? false
          return (
            <Checkbox
              key={document.id}
              label={getDocumentName(t, document)}
              description={
                isOfOther
                  ? t('imageForms:picker.otherPatient')
                  : getDocumentDetail(t, document, { timeZone, isNewest: document === newest })
              }
              disabled={isDisabled || isOfOther}
              checked={chosen.has(document.id)}
              onChange={() => onChoose(toggleId(chosen, document.id))}
            />
          )
        })}
      </div>
    </div>
  )
}
