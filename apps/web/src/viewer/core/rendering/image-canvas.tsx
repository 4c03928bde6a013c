import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Camera } from '../camera/camera.ts'
import { drawLoadedImage } from './draw-image.ts'
import classes from './image-canvas.module.css'
import type { LoadedImage } from '../loading/image-cache.ts'
import { createRenderer } from './choose-renderer.ts'
import { toSharpeningFilter } from './sharpening.tsx'
import type { GreyRenderer } from './renderer.ts'

/** Subscribes again after each change: a media query only reports that its ratio was left. */
function subscribeToRatio(changed: () => void) {
  let query: MediaQueryList
  const listen = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    query.addEventListener('change', change, { once: true })
  }
  const change = () => {
    listen()
    changed()
  }
  listen()
  return () => query.removeEventListener('change', change)
}

/** Device pixels per CSS pixel; changes with the browser's zoom and with the screen. */
const useDeviceRatio = (): number => useSyncExternalStore(subscribeToRatio, () => devicePixelRatio)

/** An image that changes more often than it is rendered, such as the slices of a stack. */
export interface LiveImage {
  readonly get: () => LoadedImage | undefined
  readonly subscribe: (listener: () => void) => () => void
}

export interface ImageCanvasProps {
  readonly loaded: LoadedImage
  /** Drawn instead of `loaded`, whenever it changes. */
  readonly live?: LiveImage | undefined
  readonly areGraphicsHidden: boolean
  readonly camera: Camera
  /** Strength of the sharpening, 0 for none. */
  readonly sharpening?: number
  /** Content of the image for screen readers. */
  readonly label: string
}

/** An image that has been visible for so long is drawn exactly. */
const restMs = 120

const getLoadState = ({ pixels, preview }: LoadedImage) =>
  pixels ? 'full' : preview ? 'preview' : 'empty'

/** Image of a viewport, drawn at most once per animation frame and only after a change. */
export function ImageCanvas(props: ImageCanvasProps) {
  const { loaded, live, areGraphicsHidden, camera, label, sharpening = 0 } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const renderer = useRef<GreyRenderer>(undefined)
  const ratio = useDeviceRatio()
  const drawLatest = useRef<() => void>(undefined)
  const frame = useRef<number>(undefined)

  // A layout effect draws in the same frame as the drawings above; they would lag otherwise.
  useLayoutEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    drawLatest.current = () => {
      const context = canvas.current?.getContext('2d')
      renderer.current ??= createRenderer()
      const image = live?.get() ?? loaded
      const shown = { loaded: image, areGraphicsHidden, isMoving: rest !== undefined }
      if (!context) return
      drawLoadedImage(context, renderer.current, shown, camera, ratio)
      context.canvas.dataset['stage'] = getLoadState(image)
    }
    const plan = () => {
      frame.current ??= requestAnimationFrame(() => {
        frame.current = undefined
        drawLatest.current?.()
      })
    }
    plan()
    const stop = live?.subscribe(() => {
      clearTimeout(rest)
      rest = setTimeout(() => {
        rest = undefined
        plan()
      }, restMs)
      plan()
    })
    return () => {
      clearTimeout(rest)
      stop?.()
    }
  }, [loaded, live, areGraphicsHidden, camera, ratio])
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    },
    [],
  )

  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      role="img"
      aria-label={label}
      data-stage={getLoadState(live?.get() ?? loaded)}
      style={{
        width: camera.viewportSize.width,
        height: camera.viewportSize.height,
        filter: toSharpeningFilter(sharpening),
      }}
    />
  )
}
