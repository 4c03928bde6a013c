import { Button, NumberInput, Slider } from '@mantine/core'
import type { ImageId } from '@talus/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getAngle, withAngle } from '../camera/angle.ts'
import type { ViewState } from '../model.ts'
import { useScene } from '../store/use-scene.ts'
import { withViewport } from '../store/viewer-store.ts'
import type { ViewerStore } from '../store/viewer-store.ts'
import { OptionBar } from './tool-option-bars.tsx'
import classes from './drawing-layer.module.css'

interface RotateBarProps {
  readonly store: ViewerStore
  readonly imageId: ImageId
}

const rotateTo =
  (degrees: number) =>
  (now: ViewState): ViewState => {
    const { rotation, tilt } = withAngle(now.viewport, degrees)
    return withViewport({ rotation, tilt })(now)
  }

/** The angle of an image: by slider, as a number, and back to the nearest quarter turn. */
export function RotateBar({ store, imageId }: RotateBarProps) {
  const { t } = useTranslation()
  const { viewport } = useScene(store, () => store.viewState(imageId))
  /** The state before the slider was moved: one undo step for the whole drag. */
  const before = useRef<ViewState>(undefined)
  const angle = getAngle(viewport)
  const commit = (degrees: number) => store.commit(imageId, rotateTo(degrees))
  return (
    <OptionBar label={t('viewerPanel:rotate.label')}>
      <Slider
        className={classes.angle}
        label={null}
        min={-180}
        max={180}
        step={0.5}
        value={angle}
        marks={[{ value: -90 }, { value: 0 }, { value: 90 }]}
        thumbLabel={t('viewerPanel:rotate.angle')}
        onChange={(degrees) => {
          before.current ??= store.viewState(imageId)
          store.adjust(imageId, rotateTo(degrees))
        }}
        onChangeEnd={() => {
          if (before.current) store.commit(imageId, (now) => now, before.current)
          before.current = undefined
        }}
      />
      <NumberInput
        w={92}
        size="xs"
        aria-label={t('viewerPanel:rotate.degrees')}
        suffix="°"
        decimalScale={1}
        min={-180}
        max={180}
        step={1}
        value={angle}
        onChange={(value) => {
          if (typeof value === 'number' && value !== angle) commit(value)
        }}
      />
      <Button
        variant="default"
        size="xs"
        disabled={viewport.tilt === undefined}
        onClick={() => commit(viewport.rotation)}
      >
        {t('viewerPanel:rotate.straighten')}
      </Button>
    </OptionBar>
  )
}
