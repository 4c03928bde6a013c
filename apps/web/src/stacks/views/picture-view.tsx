import { getPixelAspect } from '@talus/measurements'
import type { ImageId } from '@talus/contract'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import type { PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { createStore } from '../../store.ts'
import type { Camera } from '../../viewer/core/camera/camera.ts'
import { toImage } from '../../viewer/core/camera/camera.ts'
import { formatAuthors } from '../../viewer/core/drawing/author-line.ts'
import { DrawingLayer } from '../../viewer/core/drawing/drawing-layer.tsx'
import type { DrawingLayerProps } from '../../viewer/core/drawing/use-drawing-layer.ts'
import type { LoadedImage } from '../../viewer/core/loading/image-loader.ts'
import { ImageCanvas } from '../../viewer/core/rendering/image-canvas.tsx'
import {
  createMeasuringContext,
  getWindowState,
} from '../../viewer/core/viewport/measuring-context.ts'
import type { Size } from '../../viewer/core/viewport/use-size.ts'
import { createCellStore } from '../scene/cell-store.ts'
import { withCellViewport } from '../scene/scene.ts'
import type { CellState } from '../scene/scene.ts'
import type { StackSession } from '../stack-session.ts'
import { createCellReader } from './slice-image.ts'
import { Probe } from './probe.tsx'
import type { ProbeStore } from './probe.tsx'

interface PictureViewProps {
  readonly session: StackSession
  /** The viewport. */
  readonly index: number
  readonly cell: CellState
  readonly size: Size
  readonly isActive: boolean
  readonly loaded: LoadedImage
  /** The image of the drawings, and its frame. */
  readonly imageId: ImageId
  readonly frame: number
  readonly unit: string | null
  readonly isApproximate: boolean
  readonly label: string
  readonly timeZone: string | undefined
  readonly loop: DrawingLayerProps['loop']
  readonly onStepCell: DrawingLayerProps['onStepCell']
  readonly onEnlarge: DrawingLayerProps['onEnlarge']
  /** Lines above the drawings that take part in pointer events. */
  readonly renderLines?: ((camera: Camera) => ReactNode) | undefined
  readonly renderOverlay: (camera: Camera) => ReactNode
}

function useCellStore(session: StackSession, index: number, imageId: ImageId, frame: number) {
  const [slice] = useState(() => createStore({ imageId, frame }))
  const [cellStore] = useState(() =>
    createCellStore(session.store, {
      getViewport: () =>
        (session.scene.get().cells[index] ?? session.scene.get().cells[0])?.viewport ??
        session.store.viewState(imageId).viewport,
      setViewport: (viewport) => session.scene.set(withCellViewport(index, viewport)),
      getSlice: slice.get,
      subscribe: session.scene.subscribe,
    }),
  )
  useLayoutEffect(() => slice.set({ imageId, frame }), [slice, imageId, frame])
  return cellStore
}

/** Reports the value under the pointer without rendering the viewport again. */
function useProbe(loaded: LoadedImage, camera: Camera) {
  const [probe] = useState<ProbeStore>(() => createStore<number | undefined>(undefined))
  const context = useMemo(() => {
    const measured = createMeasuringContext(loaded, undefined)
    const valueAt = createCellReader(loaded) ?? measured?.valueAt
    return measured && { ...measured, valueAt }
  }, [loaded])
  const read = ({ x, y }: { x: number; y: number }) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    const isInside = column >= 0 && row >= 0 && column < camera.columns && row < camera.rows
    const value = isInside ? context?.valueAt?.(column, row) : undefined
    return Number.isNaN(value) ? undefined : value
  }
  return {
    probe,
    context,
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { left, top } = event.currentTarget.getBoundingClientRect()
      probe.set(read(toImage(camera, { x: event.clientX - left, y: event.clientY - top })))
    },
    onPointerLeave: () => probe.set(undefined),
  }
}

/** A slice or a plane with its drawings, its text overlay and the value under the pointer. */
export function PictureView(props: PictureViewProps) {
  const { session, index, cell, size, loaded, imageId, frame, isActive, label } = props
  const { t } = useTranslation()
  const { metadata } = loaded
  const { viewport } = cell
  const camera = useMemo<Camera>(
    () => ({
      columns: metadata?.Columns ?? 1,
      rows: metadata?.Rows ?? 1,
      pixelAspect: getPixelAspect(metadata?.spacing),
      viewportSize: size,
      viewport,
      crop: undefined,
    }),
    [metadata, size, viewport],
  )
  const cellStore = useCellStore(session, index, imageId, frame)
  const { probe, context, ...pointer } = useProbe(loaded, camera)
  const windowState = useMemo(() => getWindowState(loaded, viewport), [loaded, viewport])
  const { cameras } = session
  useEffect(() => {
    cameras.set(index, camera)
    return () => void cameras.delete(index)
  }, [cameras, index, camera])
  const drawCanvas = (one: Camera, name: string) => (
    <ImageCanvas loaded={loaded} areGraphicsHidden={false} camera={one} label={name} />
  )
  return (
    <div style={size} {...pointer}>
      {drawCanvas(camera, label)}
      {context ? (
        <DrawingLayer
          layerKey={`viewport ${index}`}
          imageId={imageId}
          frame={frame}
          camera={camera}
          context={context}
          spacingFacts={metadata?.spacing}
          store={cellStore}
          windowState={windowState}
          loop={props.loop}
          onStepCell={props.onStepCell}
          onEnlarge={props.onEnlarge}
          label={label}
          isActive={isActive}
          describeAuthor={(id) =>
            formatAuthors(t, session.authors.find(imageId, id), props.timeZone)
          }
          renderImage={(other) => drawCanvas(other, '')}
        >
          {props.renderLines?.(camera)}
        </DrawingLayer>
      ) : null}
      {props.renderOverlay(camera)}
      <Probe store={probe} unit={props.unit} isApproximate={props.isApproximate} />
    </div>
  )
}
