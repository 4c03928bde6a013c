import type { Stack } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { openRays } from '../volume/rays-client.ts'
import type { RaysClient } from '../volume/rays-client.ts'
import type { CastRequest } from '../volume/rays-protocol.ts'
import type { VolumeClient } from '../volume/volume-client.ts'
import { useStore } from '../../store.ts'

/** A view that has not moved for so long is computed in full resolution. */
const restMs = 160

interface RaysState {
  readonly rays: RaysClient | undefined
  readonly hasFailed: boolean
}

/** Opens the 3D workers when all slices are there, and ends them with the viewport. */
export function useRays(volume: VolumeClient, stack: Stack, phase: number): RaysState {
  const { isDone } = useStore(volume.progress)
  const [state, setState] = useState<RaysState>({ rays: undefined, hasFailed: false })
  useEffect(() => {
    if (!isDone) return undefined
    let opened: RaysClient | undefined
    let isClosed = false
    volume.shrink().then(
      (small) => {
        if (isClosed) return
        opened = openRays(stack, phase, small)
        setState({ rays: opened, hasFailed: false })
      },
      () => setState({ rays: undefined, hasFailed: true }),
    )
    return () => {
      isClosed = true
      opened?.close()
      setState({ rays: undefined, hasFailed: false })
    }
  }, [volume, stack, phase, isDone])
  return state
}

/**
 * Draws onto the canvas: a coarse picture at once, a fine one at rest. Of the views that are
 * requested while a picture is computed, only the latest is drawn.
 */
export function useRayPicture(
  rays: RaysClient | undefined,
  createRequest: (isMoving: boolean) => CastRequest,
  key: string,
) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(createRequest)
  useEffect(() => {
    latest.current = createRequest
  })
  const queue = useRef<{ isBusy: boolean; next: boolean | undefined }>({
    isBusy: false,
    next: undefined,
  })
  useEffect(() => {
    if (!rays) return undefined
    let isClosed = false
    const { current } = queue
    const run = async () => {
      if (current.isBusy) return
      current.isBusy = true
      while (current.next !== undefined && !isClosed) {
        const isMoving = current.next
        current.next = undefined
        const picture = await rays.cast(latest.current(isMoving)).catch(() => undefined)
        const context = canvas.current?.getContext('2d')
        if (!picture || !context || isClosed) continue
        context.canvas.width = picture.width
        context.canvas.height = picture.height
        context.canvas.dataset['stage'] = isMoving ? 'moving' : 'full'
        context.canvas.dataset['renderer'] = rays.isOnCard() ? 'card' : 'processor'
        picture.drawOn(context)
      }
      current.isBusy = false
    }
    current.next = true
    void run()
    const timer = setTimeout(() => {
      current.next = false
      void run()
    }, restMs)
    return () => {
      isClosed = true
      current.isBusy = false
      clearTimeout(timer)
    }
  }, [rays, key])
  return canvas
}
