import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Image, ImageId } from '@talus/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Grid } from '../model.ts'
import { ThumbnailTile } from './thumbnail-tile.tsx'
import styles from './thumbnail-list.module.css'

/** The specification's: seven in sight, moved by three. */
const group = 3
const shown = 7

interface ThumbnailListProps {
  readonly images: readonly Image[]
  readonly grid: Grid
  /** Into the active cell. */
  readonly onChoose: (imageId: ImageId) => void
}

const isBefore = (list: HTMLElement) => list.scrollTop > 1 || list.scrollLeft > 1
const isAfter = (list: HTMLElement) =>
  list.scrollTop + list.clientHeight < list.scrollHeight - 1 ||
  list.scrollLeft + list.clientWidth < list.scrollWidth - 1

/** The images of the study, beside the grid; on a phone below it. */
export function ThumbnailList({ images, grid, onChoose }: ThumbnailListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ before: false, after: images.length > shown })
  const active = grid.cells[grid.active]?.imageId
  const shownIds = new Set(grid.cells.map(({ imageId }) => imageId))

  const look = useCallback(() => {
    const { current } = list
    if (current) setMore({ before: isBefore(current), after: isAfter(current) })
  }, [])
  useEffect(() => {
    const { current } = list
    if (!current) return undefined
    const watch = new ResizeObserver(look)
    watch.observe(current)
    return () => watch.disconnect()
  }, [look, images.length])
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current=true]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active])

  const move = (groups: number) => {
    const tile = list.current?.querySelector('li')
    if (!list.current || !tile) return
    const gap = Number.parseFloat(getComputedStyle(list.current).rowGap)
    list.current.scrollBy({
      top: groups * group * (tile.offsetHeight + gap),
      left: groups * group * (tile.offsetWidth + gap),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const tiles = [...event.currentTarget.querySelectorAll('button')]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      PageDown: Math.min(tiles.length - 1, at + group),
      PageUp: Math.max(0, at - group),
      Home: 0,
      End: tiles.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    tiles[to]?.focus()
  }
  const stop = images.findIndex(({ id }) => id === active)
  return (
    <nav className={styles.strip} aria-label={t('viewer:thumbnails.title')}>
      <p className={styles.count}>{t('viewer:thumbnails.count', { count: images.length })}</p>
      <Arrow
        way="before"
        isThere={more.before}
        isUsed={images.length > shown}
        onClick={() => move(-1)}
      />
      {/* The keys are those of the tiles, which have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul ref={list} className={styles.list} onScroll={look} onKeyDown={onKeyDown}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.place}>
            <ThumbnailTile
              image={image}
              number={index + 1}
              isActive={image.id === active}
              isShown={shownIds.has(image.id)}
              isTabStop={index === Math.max(0, stop)}
              onChoose={() => onChoose(image.id)}
            />
          </li>
        ))}
      </ul>
      <Arrow
        way="after"
        isThere={more.after}
        isUsed={images.length > shown}
        onClick={() => move(1)}
      />
    </nav>
  )
}

interface ArrowProps {
  readonly way: 'before' | 'after'
  readonly isThere: boolean
  readonly isUsed: boolean
  readonly onClick: () => void
}

function Arrow({ way, isThere, isUsed, onClick }: ArrowProps) {
  const { t } = useTranslation()
  const Icon = way === 'before' ? IconChevronUp : IconChevronDown
  return isUsed ? (
    <button
      type="button"
      className={styles.arrow}
      aria-label={t(`viewer:thumbnails.${way}`)}
      aria-disabled={!isThere}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.5} aria-hidden />
    </button>
  ) : null
}
