import type { Stack } from '@talus/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GreyWindow } from '../../viewer/core/rendering/window.ts'
import type { StackSession } from '../stack-session.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { getActiveCell, getHangingOf } from '../scene/scene.ts'
import { useScenePart } from '../scene/use-scene-part.ts'
import { getStackWindow } from '../scene/stack-window.ts'
import { drawThumbnail } from './draw-thumbnail.ts'
import { findNearestThumbnail, listThumbnailSlices } from './thumbnail-slices.ts'
import styles from './series-list.module.css'

interface SliceThumbnailsProps {
  readonly session: StackSession
  readonly stack: Stack
  readonly phase: number
  readonly onChoose: (slice: number) => void
}

/** Draws each thumbnail once, when its slice has arrived. */
function useThumbnails(
  volume: VolumeClient,
  stack: Stack,
  slices: readonly number[],
  windows: Map<string, GreyWindow>,
): ReadonlyMap<number, string> {
  const [urls, setUrls] = useState<ReadonlyMap<number, string>>(new Map())
  const list = slices.join(' ')
  useEffect(() => {
    const made = new Set<number>()
    const created: string[] = []
    let isClosed = false
    const drawNext = () => {
      for (const slice of list.split(' ').map(Number)) {
        if (made.has(slice)) continue
        const pixels = volume.peekSlice(slice)
        if (!pixels) continue
        made.add(slice)
        void drawThumbnail(stack, pixels, getStackWindow(windows, stack, pixels)).then((file) => {
          if (!file || isClosed) return
          const url = URL.createObjectURL(file)
          created.push(url)
          setUrls((now) => new Map(now).set(slice, url))
        })
      }
    }
    // The visible slice comes first: thumbnails are requested when the stack is complete.
    const request = () => {
      if (volume.progress.get().isDone)
        for (const slice of list.split(' ').map(Number)) volume.getSlice(slice)
    }
    const stops = [volume.subscribe(drawNext), volume.progress.subscribe(request)]
    request()
    drawNext()
    return () => {
      isClosed = true
      for (const stop of stops) stop()
      for (const url of created) URL.revokeObjectURL(url)
    }
  }, [volume, stack, list, windows])
  return urls
}

/** Up to 24 slices of the stack as small pictures. */
export function SliceThumbnails({ session, stack, phase, onChoose }: SliceThumbnailsProps) {
  const { t } = useTranslation()
  const first = getActiveCell(session.scene.get())?.slice ?? 0
  const volume = session.volumes.open(stack, phase, first)
  const slices = listThumbnailSlices(stack.phases[phase]?.slices.length ?? 0)
  const urls = useThumbnails(volume, stack, slices, session.autoWindows)
  const current = useScenePart(session.scene, (now) =>
    findNearestThumbnail(slices, getActiveCell(now)?.slice ?? 0),
  )
  // Thumbnails hang as the slices do: flipped first, then turned.
  const { hflip, rotation } = useScenePart(session.scene, (now) => getHangingOf(now, stack))
  const transform = `rotate(${rotation}deg) scaleX(${hflip ? -1 : 1})`
  return (
    <ul className={styles.thumbnails}>
      {slices.map((one, index) => {
        const url = urls.get(one)
        return (
          <li key={one}>
            <button
              type="button"
              className={styles.thumbnail}
              aria-label={t('stacks:series.slice', { number: one + 1 })}
              aria-current={index === current || undefined}
              tabIndex={index === current ? 0 : -1}
              onClick={() => onChoose(one)}
            >
              {url === undefined ? null : <img src={url} alt="" style={{ transform }} />}
              <span className={styles.number} aria-hidden>
                {one + 1}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
