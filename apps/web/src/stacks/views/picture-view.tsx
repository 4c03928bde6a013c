import { getPixelAspect } from '@talus/measurements'
import type { Crop, ImageId, Point, Viewport } from '@talus/contract'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
import type { LiveImage } from '../../viewer/core/rendering/image-canvas.tsx'
import {
  createMeasuringContext,
  getWindowState,
} from '../../viewer/core/viewport/measuring-context.ts'
import type { Size } from '../../viewer/core/viewport/use-size.ts'
import { createCellStore } from '../scene/cell-store.ts'
import { createPlaneStore } from '../scene/plane-store.ts'
import type { ShownDrawingPlane } from '../scene/plane-store.ts'
import { withCellViewport } from '../scene/scene.ts'
import type { StackSession } from '../stack-session.ts'
import { takeCropPicture } from './crop-picture.ts'
import type { OnCropped } from './crop-picture.ts'
import { createCellReader } from './slice-image.ts'
import { Probe } from './probe.tsx'
import type { ProbeStore, ToRealWorld } from './probe.tsx'

interface PictureViewProps {
  readonly session: StackSession
  /** The viewport. */
  readonly index: number
  readonly viewport: Viewport
  readonly size: Size
  readonly isActive: boolean
  /** Drawings on other studies are shown, and not changed. */
  readonly canDraw: boolean
  readonly loaded: LoadedImage
  /** The visible image, if it changes more often than it is rendered. */
  readonly live?: LiveImage | undefined
  /** The image of the drawings, and its frame. */
  readonly imageId: ImageId
  readonly frame: number
  /** Set for a plane through a volume, whose drawings are stored in millimetres. */
  readonly plane?: ShownDrawingPlane | undefined
  readonly unit: string | null
  readonly isApproximate: boolean
  readonly toRealWorld?: ToRealWorld | undefined
  readonly label: string
  readonly timeZone: string | undefined
  readonly loop: DrawingLayerProps['loop']
  readonly onStepCell: DrawingLayerProps['onStepCell']
  readonly onEnlarge: DrawingLayerProps['onEnlarge']
  readonly onCropped: OnCropped | undefined
  /** Lines above the drawings that take part in pointer events. */
  readonly renderLines?: ((camera: Camera) => ReactNode) | undefined
  readonly renderOverlay: (camera: Camera) => ReactNode
}

/** A viewport shows slices or planes as long as it exists. */
function useCellStore(
  session: StackSession,
  { index, imageId, frame, plane }: Pick<PictureViewProps, 'index' | 'imageId' | 'frame' | 'plane'>,
) {
  const [slice] = useState(() => createStore({ imageId, frame }))
  const [planes] = useState(() => createStore(plane))
  const [cellStore] = useState(() => {
    const cell = {
      getViewport: () =>
        (session.scene.get().cells[index] ?? session.scene.get().cells[0])?.viewport ??
        session.store.viewState(imageId).viewport,
      setViewport: (viewport: Viewport) => session.scene.set(withCellViewport(index, viewport)),
    }
    if (!plane)
      return createCellStore(session.store, {
        ...cell,
        getSlice: slice.get,
        subscribe: session.scene.subscribe,
      })
    return createPlaneStore(session.store, {
      ...cell,
      getPlane: () => planes.get() ?? plane,
      subscribe: (listener) => {
        const stops = [session.scene.subscribe(listener), planes.subscribe(listener)]
        return () => {
          for (const stop of stops) stop()
        }
      },
    })
  })
  useLayoutEffect(() => slice.set({ imageId, frame }), [slice, imageId, frame])
  useLayoutEffect(() => planes.set(plane), [planes, plane])
  return cellStore
}

const createReader = (loaded: LoadedImage) =>
  createCellReader(loaded) ?? createMeasuringContext(loaded, undefined)?.valueAt

/** Reports the value under the pointer, also of the next slices, without rendering the viewport. */
function useProbe(
  { loaded, live, unit }: Pick<PictureViewProps, 'loaded' | 'live' | 'unit'>,
  camera: Camera,
) {
  const [probe] = useState<ProbeStore>(() => createStore<number | undefined>(undefined))
  const at = useRef<Point>(undefined)
  const context = useMemo(() => {
    const measured = createMeasuringContext(loaded, undefined)
    const valueUnit = unit === 'HU' ? ('hu' as const) : undefined
    return measured && { ...measured, valueAt: createReader(loaded) ?? measured.valueAt, valueUnit }
  }, [loaded, unit])
  const read = useRef<() => void>(undefined)
  useEffect(() => {
    read.current = () => {
      if (!at.current) return probe.set(undefined)
      const { x, y } = toImage(camera, at.current)
      const [column, row] = [Math.floor(x), Math.floor(y)]
      const isInside = column >= 0 && row >= 0 && column < camera.columns && row < camera.rows
      const value = isInside ? createReader(live?.get() ?? loaded)?.(column, row) : undefined
      probe.set(Number.isNaN(value) ? undefined : value)
    }
    read.current()
    return live?.subscribe(() => read.current?.())
  }, [probe, loaded, live, camera])
  return {
    probe,
    context,
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { left, top } = event.currentTarget.getBoundingClientRect()
      at.current = { x: event.clientX - left, y: event.clientY - top }
      read.current?.()
    },
    onPointerLeave: () => {
      at.current = undefined
      read.current?.()
    },
  }
}

/** Takes the picture of an accepted crop, with the drawings of the viewport. */
function useCrop(props: PictureViewProps, camera: Camera) {
  const { index, loaded, live, imageId, label, onCropped } = props
  return (
    onCropped &&
    ((crop: Crop) => {
      const layer = document.querySelector<SVGSVGElement>(
        `[data-viewport='${index}'] svg[data-drawings-of='${imageId}']`,
      )
      if (!layer) return
      takeCropPicture({ loaded: live?.get() ?? loaded, camera, crop, layer }).then(
        (picture) => onCropped({ picture, imageId, place: label }),
        // As in the viewer of radiographs: a picture that cannot be taken is only logged.
        // oxlint-disable-next-line no-console
        (error: unknown) => console.error(error),
      )
    })
  )
}

/** A slice or a plane with its drawings, its text overlay and the value under the pointer. */
export function PictureView(props: PictureViewProps) {
  const { session, index, viewport, size, loaded, live, imageId, frame, isActive, label } = props
  const { t } = useTranslation()
  const { metadata } = loaded
  const { Columns: columns = 1, Rows: rows = 1 } = metadata ?? {}
  const pixelAspect = getPixelAspect(metadata?.spacing)
  // The same camera for all slices of a stack: the labels at the edges are not rendered again.
  const camera = useMemo<Camera>(
    () => ({ columns, rows, pixelAspect, viewportSize: size, viewport, crop: undefined }),
    [columns, rows, pixelAspect, size, viewport],
  )
  const cellStore = useCellStore(session, props)
  const takeCrop = useCrop(props, camera)
  const { probe, context, ...pointer } = useProbe(props, camera)
  const windowState = useMemo(() => getWindowState(loaded, viewport), [loaded, viewport])
  const { cameras } = session
  useEffect(() => {
    cameras.set(index, camera)
    return () => void cameras.delete(index)
  }, [cameras, index, camera])
  const drawCanvas = (one: Camera, name: string) => (
    <ImageCanvas loaded={loaded} live={live} areGraphicsHidden={false} camera={one} label={name} />
  )
  return (
    <div style={size} {...pointer}>
      {drawCanvas(camera, label)}
      {context ? (
        <DrawingLayer
          layerKey={`viewport ${index}`}
          imageId={imageId}
          frame={frame}
          place={props.plane}
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
          canDraw={props.canDraw}
          onCropTaken={takeCrop}
          describeAuthor={(id) =>
            formatAuthors(t, session.authors.find(imageId, id), props.timeZone)
          }
          renderImage={(other) => drawCanvas(other, '')}
        >
          {props.renderLines?.(camera)}
        </DrawingLayer>
      ) : null}
      {props.renderOverlay(camera)}
      <Probe
        store={probe}
        unit={props.unit}
        isApproximate={props.isApproximate}
        toRealWorld={props.toRealWorld}
      />
    </div>
  )
}
