import { Button, SegmentedControl } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './drawing-layer.module.css'
import { Icon } from '../../../ui/display/icon.tsx'

/** Bar at the bottom of a viewport with options of the tool; its events do not reach the layer. */
export function OptionBar({
  label,
  children,
}: {
  readonly label: string
  readonly children: ReactNode
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- stops events before they reach the drawing layer
    <div
      className={classes.bar}
      role="group"
      aria-label={label}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') event.stopPropagation()
      }}
    >
      {children}
    </div>
  )
}

interface CropBarProps {
  readonly isDrawn: boolean
  readonly onAccept: () => void
  readonly onReject: () => void
}

export function CropBar({ isDrawn, onAccept, onReject }: CropBarProps) {
  const { t } = useTranslation()
  return (
    <OptionBar label={t('measure:crop.label')}>
      {isDrawn ? (
        <Button size="sm" leftSection={<Icon icon={IconCheck} size="sm" />} onClick={onAccept}>
          {t('measure:crop.accept')}
        </Button>
      ) : (
        <span>{t('measure:crop.hint')}</span>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<Icon icon={IconX} size="sm" />}
        onClick={onReject}
      >
        {isDrawn ? t('measure:crop.reject') : t('common:action.cancel')}
      </Button>
    </OptionBar>
  )
}

type Method = 'length' | 'ball'
const methods: readonly Method[] = ['length', 'ball']

interface CalibrateBarProps {
  readonly method: Method
  readonly isCalibrated: boolean
  readonly onMethod: (method: Method) => void
  readonly onRemove: () => void
}

export function CalibrateBar({ method, isCalibrated, onMethod, onRemove }: CalibrateBarProps) {
  const { t } = useTranslation()
  return (
    <OptionBar label={t('measure:calibrate.title')}>
      <SegmentedControl
        size="xs"
        aria-label={t('measure:calibrate.method')}
        data={methods.map((value) => ({ value, label: t(`measure:calibrate.${value}`) }))}
        value={method}
        onChange={onMethod}
      />
      <span>{t(`measure:calibrate.${method}Hint`)}</span>
      {isCalibrated ? (
        <Button variant="default" size="xs" onClick={onRemove}>
          {t('measure:calibrate.remove')}
        </Button>
      ) : null}
    </OptionBar>
  )
}
