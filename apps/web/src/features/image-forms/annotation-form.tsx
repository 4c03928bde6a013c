import { Autocomplete } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import { partWords } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, wordsOf } from '../../api/call.ts'
import { studiesKey } from '../../api/study-images.ts'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { offered, partChoices, storedPart, viewChoices, viewWords } from './annotation-words.ts'
import type { FormProps } from './image-forms.ts'
import { ImagePicker } from './image-picker.tsx'
import { useLanguage } from './use-language.ts'
import { useStudyImages } from './use-study-images.ts'
import styles from './forms.module.css'

interface Written {
  readonly part: string
  readonly view: string
}

const partMax = 255
const viewMax = 64

export function AnnotationForm({ study, onDone }: FormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const client = useQueryClient()
  const { images, setChosen, ids } = useStudyImages(study)
  const only = images.data?.length === 1 ? images.data[0] : undefined
  const image = images.data?.find(({ id }) => id === ids[0]) ?? only
  // Of every image that was touched: choosing another one throws nothing away.
  const [edits, setEdits] = useState<ReadonlyMap<ImageId, Written>>(new Map())
  const save = useMutation({
    mutationFn: ({ target, annotation }: { target: Image; annotation: Written }) =>
      call(routes.image.annotate, {
        body: {
          imageId: target.id,
          annotation: {
            bodyPart: annotation.part,
            bodyPartView: annotation.view,
            animalSize: target.animalSize,
          },
        },
      }),
    onSuccess: async (_image, { target }) => {
      toast.done(t('imageForms:annotation.done'))
      await client.invalidateQueries({ queryKey: studiesKey })
      setEdits((now) => new Map([...now].filter(([id]) => id !== target.id)))
    },
    meta: { showsOwnError: true },
  })

  const stored: Written = {
    part: partWords(image?.bodyPart ?? '', language),
    view: image?.bodyPartView ?? '',
  }
  const written = (image && edits.get(image.id)) ?? stored
  const write = (change: Partial<Written>) => {
    if (image) setEdits(new Map([...edits, [image.id, { ...written, ...change }]]))
  }
  const parts = partChoices(study.speciesId, image?.modality ?? 'General', language)
  const part = storedPart(written.part, parts)
  const view = written.view.trim()
  const views = viewChoices(study.speciesId, part)
  const isViewNeeded = image?.modality === 'General'
  const reason = () => {
    const isIncomplete = !image || part === '' || (isViewNeeded && view === '')
    if (isIncomplete) return t('imageForms:annotation.incomplete')
    const isSame = part === image.bodyPart && view === image.bodyPartView
    return isSame ? t('common:form.unchanged') : undefined
  }
  return (
    <ActionForm
      label={t('studies:imageForm.annotations')}
      actionLabel={t('common:action.save')}
      actionIcon={<IconDeviceFloppy size={18} stroke={1.5} aria-hidden />}
      reason={reason()}
      isBusy={save.isPending}
      error={save.error ? wordsOf(save.error) : undefined}
      onAct={() => image && save.mutate({ target: image, annotation: { part, view } })}
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
              ...offered(
                parts.map(({ shown }) => shown),
                written.part,
              ),
            ]}
            filter={({ options }) => options}
            maxDropdownHeight={240}
            value={written.part}
            onChange={(next) => write({ part: next })}
          />
          <Autocomplete
            label={t('imageForms:annotation.view')}
            description={
              viewWords(view.toUpperCase(), language) || t('imageForms:annotation.viewHint')
            }
            required={isViewNeeded}
            disabled={!image}
            maxLength={viewMax}
            data={[...offered(views, written.view)]}
            filter={({ options }) => options}
            maxDropdownHeight={240}
            renderOption={({ option }) => (
              <span className={styles.cardText}>
                {option.value}
                <small>{viewWords(option.value, language)}</small>
              </span>
            )}
            value={written.view}
            onChange={(next) => write({ view: next })}
          />
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
