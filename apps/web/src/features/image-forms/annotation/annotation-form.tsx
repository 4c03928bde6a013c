import { Autocomplete } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import {
  formatBodyPart,
  formatView,
  isCorrectionWithoutSide,
  isView,
  parseViewText,
} from '@talus/anatomy'
import type { ImageId, Language } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../../api/call.ts'
import { imageMutations } from '../../../api/records/image.ts'
import { withOwnError } from '../../../api/records/mutation.ts'
import { ActionForm } from '../../../ui/form/action-form.tsx'
import { SideChangeNotice } from '../../../ui/states/side-change-notice.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import {
  filterChoices,
  listPartChoices,
  toStoredPart,
  listViewChoices,
  getViewName,
} from './annotation-choices.ts'
import type { FormProps } from '../image-forms.ts'
import { ImageHistory } from './image-history.tsx'
import { ImagePicker } from '../picker/image-picker.tsx'
import { useLanguage } from '../use-language.ts'
import { useStudyImages } from '../picker/use-study-images.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface AnnotationEdit {
  readonly part: string
  readonly view: string
}

const partMax = 255
const viewMax = 64

/** A view that another system wrote keeps its letters. */
const formatStoredView = (stored: string, language: Language) =>
  isView(stored) ? formatView(stored, language) : stored

export function AnnotationForm({ study, onDone }: FormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { images, setChosen, ids } = useStudyImages(study)
  const only = images.data?.length === 1 ? images.data[0] : undefined
  const image = images.data?.find(({ id }) => id === ids[0]) ?? only
  // Edits are kept per image, so that selecting another image discards nothing.
  const [edits, setEdits] = useState<ReadonlyMap<ImageId, AnnotationEdit>>(new Map())
  const save = useMutation({
    ...withOwnError(imageMutations.annotate),
    onSuccess: () => toast.done(t('imageForms:annotation.done')),
    // Runs when the images have been fetched again; until then the edit shows the new values.
    onSettled: (_image, error, { body }) => {
      if (!error) setEdits((now) => new Map([...now].filter(([id]) => id !== body.imageId)))
    },
  })

  const stored: AnnotationEdit = {
    part: formatBodyPart(image?.bodyPart ?? '', language),
    view: formatStoredView(image?.bodyPartView ?? '', language),
  }
  const edit = (image && edits.get(image.id)) ?? stored
  const changeEdit = (change: Partial<AnnotationEdit>) => {
    if (image) setEdits(new Map([...edits, [image.id, { ...edit, ...change }]]))
  }
  const parts = listPartChoices(study.speciesId, image?.modality ?? 'General', language)
  const part = toStoredPart(edit.part, parts)
  const view = parseViewText(edit.view, language)
  const views = listViewChoices(study.speciesId, part).map((one) => formatView(one, language))
  const corrected = { bodyPart: part, bodyPartView: view }
  const isViewNeeded = image?.modality === 'General'
  const getReason = () => {
    const isIncomplete = !image || part === '' || (isViewNeeded && view === '')
    if (isIncomplete) return t('imageForms:annotation.incomplete')
    const isSame = part === image.bodyPart && view === image.bodyPartView
    if (isSame) return t('common:form.unchanged')
    // An image with a preset has raw data: this product made it.
    const isWithoutSide = isCorrectionWithoutSide(corrected, image.preset !== null)
    return isWithoutSide ? t('errors:field/side-needed') : undefined
  }
  return (
    <ActionForm
      label={t('studies:imageForm.annotations')}
      actionLabel={t('common:action.save')}
      actionIcon={<Icon icon={IconDeviceFloppy} />}
      reason={getReason()}
      isBusy={save.isPending}
      error={save.error ? getErrorMessage(save.error) : undefined}
      onAct={() => {
        if (!image) return
        const { id: imageId, animalSize } = image
        const annotation = { ...corrected, animalSize }
        save.mutate({ body: { imageId, annotation } })
      }}
      onCancel={onDone}
    >
      <div className={styles.halves} data-wide>
        <div className={styles.fields}>
          <p className={styles.text}>
            {image ? t('imageForms:annotation.text') : t('imageForms:annotation.choose')}
          </p>
          <Autocomplete
            label={t('imageForms:annotation.bodyPart')}
            description={t('imageForms:annotation.bodyPartHint')}
            required
            disabled={!image}
            maxLength={partMax}
            data={[
              ...filterChoices(
                parts.map(({ shown }) => shown),
                edit.part,
              ),
            ]}
            filter={({ options }) => options}
            maxDropdownHeight={240}
            value={edit.part}
            onChange={(next) => changeEdit({ part: next })}
          />
          <Autocomplete
            label={t('imageForms:annotation.view')}
            description={getViewName(view, language) || t('imageForms:annotation.viewHint')}
            required={isViewNeeded}
            disabled={!image}
            maxLength={viewMax}
            data={[...filterChoices(views, edit.view)]}
            filter={({ options }) => options}
            maxDropdownHeight={240}
            renderOption={({ option }) => (
              <span className={styles.cardText}>
                {option.value}
                <small>{getViewName(parseViewText(option.value, language), language)}</small>
              </span>
            )}
            value={edit.view}
            onChange={(next) => changeEdit({ view: next })}
          />
          {image ? <SideChangeNotice image={image} corrected={corrected} /> : null}
          <ImageHistory imageId={image?.id} timeZone={study.clinic.timeZone} />
        </div>
        <ImagePicker
          images={images}
          chosen={new Set(image ? [image.id] : [])}
          onChoose={setChosen}
          isSingle
          isFirst
        />
      </div>
    </ActionForm>
  )
}
