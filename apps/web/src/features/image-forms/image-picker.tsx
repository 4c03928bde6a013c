import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconPhotoOff, IconRefresh } from '@tabler/icons-react'
import { imageWords } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { PickerPicture } from './picker-picture.tsx'
import { chosenOf, placeAfter, toggled, withRange } from './selection.ts'
import type { Chosen } from './selection.ts'
import { useLanguage } from './use-language.ts'
import styles from './image-picker.module.css'

export interface ImageList {
  readonly data: readonly Image[] | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface ImagePickerProps {
  readonly images: ImageList
  readonly chosen: Chosen<ImageId>
  readonly onChoose: (chosen: Chosen<ImageId>) => void
  /** One at a time: the arrows choose, as among radio buttons. */
  readonly isSingle?: boolean
  readonly isDisabled?: boolean
  /** Has the focus when the form opens. */
  readonly isFirst?: boolean
  /** In a column beside what is shown of the chosen one. */
  readonly isNarrow?: boolean
}

/** The images of a study as pictures, to choose some or one of them. */
export function ImagePicker(props: ImagePickerProps) {
  const { images } = props
  const { t } = useTranslation()
  const { data } = images
  if (data === undefined && images.isError)
    return (
      <div className={styles.nothing}>
        <p>{t('imageForms:picker.failed')}</p>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />}
          onClick={() => void images.refetch()}
        >
          {t('common:action.tryAgain')}
        </Button>
      </div>
    )
  if (data === undefined)
    return (
      <div className={styles.grid} aria-hidden>
        {Array.from({ length: 6 }, (_image, place) => (
          <Skeleton key={place} radius={0} className={styles.waiting} />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <StatePanel
        isCompact
        icon={<IconPhotoOff size={24} stroke={1.5} />}
        title={t('imageForms:picker.emptyTitle')}
        text={t('imageForms:picker.emptyText')}
      />
    )
  return <Pictures {...props} images={data} />
}

type PicturesProps = Omit<ImagePickerProps, 'images'> & { readonly images: readonly Image[] }

function Pictures(props: PicturesProps) {
  const {
    images,
    chosen,
    onChoose,
    isSingle = false,
    isDisabled = false,
    isNarrow,
    isFirst,
  } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const titleId = useId()
  const list = useRef<HTMLDivElement>(null)
  const ids = images.map(({ id }) => id)
  const picked = chosenOf(ids, chosen)
  const [touched, setTouched] = useState<ImageId>()
  const [reached, setReached] = useState<ImageId>()
  // Tab enters at the picture that had the focus last, else at the first that is chosen.
  const entry = [reached, picked[0]].find((id) => id !== undefined && ids.includes(id)) ?? ids[0]

  const choose = (id: ImageId, isRange = false) => {
    if (isDisabled) return
    setTouched(id)
    setReached(id)
    if (isSingle) onChoose(new Set([id]))
    else if (isRange && touched !== undefined) onChoose(withRange(chosen, ids, touched, id))
    else onChoose(toggled(chosen, id))
  }
  const selectAll = () => onChoose(new Set(ids))

  const onKeyDown = (event: KeyboardEvent, place: number) => {
    const id = ids[place]
    if (id === undefined) return
    if (event.key === ' ') {
      event.preventDefault()
      choose(id, event.shiftKey)
      return
    }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey) && !isSingle && !isDisabled) {
      event.preventDefault()
      selectAll()
      return
    }
    const options = [...(list.current?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const boxes = options.map(({ offsetLeft, offsetTop }) => ({ left: offsetLeft, top: offsetTop }))
    const next = placeAfter(event.key, place, boxes)
    const nextId = next === undefined ? undefined : ids[next]
    if (next === undefined || nextId === undefined) return
    event.preventDefault()
    setReached(nextId)
    if (isSingle) choose(nextId)
    options[next]?.focus()
  }

  return (
    <div className={styles.picker} data-narrow={isNarrow || undefined}>
      <div className={styles.head}>
        <span className={styles.title} id={titleId}>
          {t('imageForms:picker.title')}
        </span>
        {isSingle ? null : (
          <>
            <span className={styles.count} role="status">
              {t('imageForms:picker.count', { chosen: picked.length, total: ids.length })}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={picked.length === ids.length ? () => onChoose(new Set()) : selectAll}
            >
              {picked.length === ids.length
                ? t('imageForms:picker.none')
                : t('imageForms:picker.all')}
            </Button>
          </>
        )}
      </div>
      <div
        ref={list}
        className={styles.grid}
        role="listbox"
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-multiselectable={!isSingle}
        aria-disabled={isDisabled || undefined}
      >
        {images.map((image, place) => (
          <div
            key={image.id}
            role="option"
            className={styles.option}
            tabIndex={image.id === entry ? 0 : -1}
            aria-selected={chosen.has(image.id)}
            {...(isFirst && image.id === entry && { 'data-autofocus': true })}
            onClick={(event: MouseEvent) => choose(image.id, event.shiftKey)}
            onKeyDown={(event) => onKeyDown(event, place)}
          >
            <PickerPicture imageId={image.id} />
            <span className={styles.mark} aria-hidden>
              <IconCheck size={14} stroke={2.5} />
            </span>
            <span className={styles.label}>
              {imageWords(image, language) || t('imageForms:picker.unnamed', { number: place + 1 })}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
