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

export interface ImageCanvasProps {
  readonly loaded: LoadedImage
  readonly areGraphicsHidden: boolean
  readonly camera: Camera
  /** Strength of the sharpening, 0 for none. */
  readonly sharpening?: number
  /** Content of the image for screen readers. */
  readonly label: string
}

/** Image of a viewport, drawn at most once per animation frame and only after a change. */
export function ImageCanvas(props: ImageCanvasProps) {
  const { loaded, areGraphicsHidden, camera, label, sharpening = 0 } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const renderer = useRef<GreyRenderer>(undefined)
  const ratio = useDeviceRatio()
  const drawLatest = useRef<() => void>(undefined)
  const frame = useRef<number>(undefined)

  // A layout effect draws in the same frame as the drawings above; they would lag otherwise.
  useLayoutEffect(() => {
    drawLatest.current = () => {
      const context = canvas.current?.getContext('2d')
      renderer.current ??= createRenderer()
      const shown = { loaded, areGraphicsHidden }
      if (context) drawLoadedImage(context, renderer.current, shown, camera, ratio)
    }
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined
      drawLatest.current?.()
    })
  }, [loaded, areGraphicsHidden, camera, ratio])
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    },
    [],
  )

  const loadState = loaded.pixels ? 'full' : loaded.preview ? 'preview' : 'empty'
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      role="img"
      aria-label={label}
      data-stage={loadState}
      style={{
        width: camera.viewportSize.width,
        height: camera.viewportSize.height,
        filter: toSharpeningFilter(sharpening),
      }}
    />
  )
}
