import { Button, Skeleton } from '@mantine/core'
import { IconCheck, IconPhotoOff, IconRefresh } from '@tabler/icons-react'
import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, ImageId } from '@talus/contract'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { PickerThumbnail } from './picker-thumbnail.tsx'
import { filterChosen, findNextIndex, toggleId, addRange } from './selection.ts'
import type { ChosenIds } from './selection.ts'
import { useLanguage } from '../use-language.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './image-picker.module.css'

export interface ImageList {
  readonly data: readonly Image[] | undefined
  readonly isError: boolean
  readonly refetch: () => unknown
}

interface ImagePickerProps {
  readonly images: ImageList
  readonly chosen: ChosenIds<ImageId>
  readonly onChoose: (chosen: ChosenIds<ImageId>) => void
  /** Single selection: the arrow keys select, as in a radio group. */
  readonly isSingle?: boolean
  readonly isDisabled?: boolean
  /** Receives the focus when the form opens. */
  readonly isFirst?: boolean
  /** Narrow column beside the details of the selected image. */
  readonly isNarrow?: boolean
}

/** Shows the images of a study as thumbnails, to select one or several of them. */
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
          leftSection={<Icon icon={IconRefresh} />}
          onClick={() => void images.refetch()}
        >
          {t('common:action.tryAgain')}
        </Button>
      </div>
    )
  if (data === undefined)
    return (
      <div className={styles.grid} aria-hidden>
        {Array.from({ length: 6 }, (_image, index) => (
          <Skeleton key={index} radius={0} className={styles.waiting} />
        ))}
      </div>
    )
  if (data.length === 0)
    return (
      <StatePanel
        isCompact
        icon={<Icon icon={IconPhotoOff} size="xl" />}
        title={t('imageForms:picker.emptyTitle')}
        text={t('imageForms:picker.emptyText')}
      />
    )
  return <ImageGrid {...props} images={data} />
}

type ImageGridProps = Omit<ImagePickerProps, 'images'> & { readonly images: readonly Image[] }

function ImageGrid(props: ImageGridProps) {
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
  const chosenIds = filterChosen(ids, chosen)
  const [lastClicked, setLastClicked] = useState<ImageId>()
  const [focused, setFocused] = useState<ImageId>()
  // Tab enters at the thumbnail that had the focus last, else at the first selected one.
  const entry = [focused, chosenIds[0]].find((id) => id !== undefined && ids.includes(id)) ?? ids[0]

  const choose = (id: ImageId, isRange = false) => {
    if (isDisabled) return
    setLastClicked(id)
    setFocused(id)
    if (isSingle) onChoose(new Set([id]))
    else if (isRange && lastClicked !== undefined) onChoose(addRange(chosen, ids, lastClicked, id))
    else onChoose(toggleId(chosen, id))
  }
  const selectAll = () => onChoose(new Set(ids))

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const id = ids[index]
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
    const next = findNextIndex(event.key, index, boxes)
    const nextId = next === undefined ? undefined : ids[next]
    if (next === undefined || nextId === undefined) return
    event.preventDefault()
    setFocused(nextId)
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
              {t('imageForms:picker.count', { chosen: chosenIds.length, total: ids.length })}
            </span>
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={chosenIds.length === ids.length ? () => onChoose(new Set()) : selectAll}
            >
              {chosenIds.length === ids.length
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
        {images.map((image, index) => (
          <div
            key={image.id}
            role="option"
            className={styles.option}
            tabIndex={image.id === entry ? 0 : -1}
            aria-selected={chosen.has(image.id)}
            {...(isFirst && image.id === entry && { 'data-autofocus': true })}
            onClick={(event: MouseEvent) => choose(image.id, event.shiftKey)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <PickerThumbnail imageId={image.id} />
            <span className={styles.mark} aria-hidden>
              <Icon icon={IconCheck} size="xs" />
            </span>
            <span className={styles.label}>
              {formatImageAnatomy(image, language) ||
                t('imageForms:picker.unnamed', { number: index + 1 })}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}
