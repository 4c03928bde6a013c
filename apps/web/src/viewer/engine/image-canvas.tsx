import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Camera } from './camera.ts'
import { drawPicture } from './draw-picture.ts'
import classes from './image-canvas.module.css'
import type { Picture } from './pictures.ts'
import { createRenderer } from './choose-renderer.ts'
import type { GreyRenderer } from './renderer.ts'
import { useDeviceRatio } from './use-device-ratio.ts'

export interface ImageCanvasProps {
  readonly picture: Picture
  readonly camera: Camera
  /** What the image shows, for those who cannot see it. */
  readonly label: string
}

/** An image in a cell, drawn once for each frame of the screen and only when something has changed. */
export function ImageCanvas({ picture, camera, label }: ImageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const renderer = useRef<GreyRenderer>(undefined)
  const ratio = useDeviceRatio()
  const wanted = useRef<() => void>(undefined)
  const frame = useRef<number>(undefined)

  // In the frame in which the drawings above it are shown: they would swim otherwise.
  useLayoutEffect(() => {
    wanted.current = () => {
      const context = canvas.current?.getContext('2d')
      renderer.current ??= createRenderer()
      if (context) drawPicture(context, renderer.current, picture, camera, ratio)
    }
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined
      wanted.current?.()
    })
  }, [picture, camera, ratio])
  useEffect(
    () => () => {
      if (frame.current !== undefined) cancelAnimationFrame(frame.current)
      frame.current = undefined
    },
    [],
  )

  const stage = picture.pixels ? 'full' : picture.preview ? 'preview' : 'empty'
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      role="img"
      aria-label={label}
      data-stage={stage}
      style={{ width: camera.cell.width, height: camera.cell.height }}
    />
  )
}
