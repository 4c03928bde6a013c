import type { ViewId } from '../model.ts'
import type { ViewerScene, ViewerStore } from '../store/viewer-store.ts'
import styles from './image-canvas.module.css'

/** Share of the detail that each strength adds; the first entry is no sharpening. */
const shares = [0, 1, 2, 4] as const

/**
 * Unsharp mask: the image plus its difference to a blurred copy. The kernel adds up to 1, so that
 * areas without detail keep their grey level.
 */
const toKernel = (share: number): string => {
  const [corner, edge, centre] = [-share / 16, -share / 8, 1 + (share * 3) / 4]
  return [corner, edge, corner, edge, centre, edge, corner, edge, corner].join(' ')
}

const toFilterId = (strength: number) => `talus-sharpen-${strength}`

export const getSharpening = ({ sharpening }: Pick<ViewerScene, 'sharpening'>, id: ViewId) =>
  sharpening?.get(id) ?? 0

/** The filter of a canvas; undefined without sharpening. The pixels below are never changed. */
export const toSharpeningFilter = (strength: number): string | undefined =>
  strength === 0 ? undefined : `url(#${toFilterId(strength)})`

/** Goes from none to the strongest and back to none. Never saved, and no undo step. */
export function stepSharpening(store: ViewerStore, id: ViewId | undefined): void {
  if (id === undefined) return
  store.set((now) => ({
    ...now,
    sharpening: new Map(now.sharpening).set(id, (getSharpening(now, id) + 1) % shares.length),
  }))
}

/** The filters that the canvases of the page refer to. */
export const SharpeningFilters = () => (
  <svg className={styles.filters} aria-hidden>
    {shares.slice(1).map((share, index) => (
      <filter key={share} id={toFilterId(index + 1)} colorInterpolationFilters="sRGB">
        <feConvolveMatrix
          order="3"
          kernelMatrix={toKernel(share)}
          edgeMode="duplicate"
          preserveAlpha="true"
        />
      </filter>
    ))}
  </svg>
)
