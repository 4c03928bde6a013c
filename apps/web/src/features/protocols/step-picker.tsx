import { Button, NativeSelect } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import {
  getBodyParts,
  dentalRegions,
  formatView,
  getOfferedViews,
  quadrantNames,
  quadrants,
  viewNames,
} from '@talus/anatomy'
import type { BodyPart } from '@talus/anatomy'
import { limits } from '@talus/contract'
import type { Protocol, Species } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../../language.ts'
import { getPartName } from './protocol-labels.ts'
import { hasStep, removeStep, addStep } from './steps.ts'
import type { Step } from './steps.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './protocols.module.css'

interface StepPickerProps {
  readonly kind: Species
  readonly modality: Protocol['modality']
  readonly steps: readonly Step[]
  readonly onSteps: (steps: readonly Step[]) => void
}

const maxSteps = limits.protocolSteps

/** Shows the possible steps of a protocol as toggle buttons. */
export function StepPicker({ modality, ...props }: StepPickerProps) {
  return (
    <div className={styles.picker}>
      {modality === 'Dental' ? <TeethPicker {...props} /> : <ViewPicker {...props} />}
    </div>
  )
}

interface ToggleProps extends Omit<StepPickerProps, 'kind' | 'modality'> {
  readonly step: Step
  readonly label: string
  readonly hint?: string | undefined
}

function Toggle({ step, label, hint, steps, onSteps }: ToggleProps) {
  const { t } = useTranslation()
  const isIncluded = hasStep(steps, step)
  const isFull = !isIncluded && steps.length >= maxSteps
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isIncluded}
      disabled={isFull}
      data-hint={isFull ? t('protocols:full', { max: maxSteps }) : hint}
      onClick={() => onSteps(isIncluded ? removeStep(steps, step) : addStep(steps, step))}
    >
      {label}
    </button>
  )
}

type PickerProps = Omit<StepPickerProps, 'modality'>

function ViewPicker({ kind, ...rest }: PickerProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  // A part whose every view needs a side is chosen by its left or right one.
  const parts = getBodyParts(kind).filter((one) => getOfferedViews(kind, one).length > 0)
  const [part, setPart] = useState<BodyPart>(parts[0] ?? 'Skull')
  const views = getOfferedViews(kind, part)
  return (
    <>
      <NativeSelect
        label={t('protocols:part')}
        rightSection={<Icon icon={IconSelector} size="sm" />}
        data={parts.map((value) => ({ value, label: getPartName(value, language) }))}
        value={part}
        onChange={(event) =>
          setPart(parts.find((one) => one === event.currentTarget.value) ?? part)
        }
      />
      <fieldset className={styles.views}>
        <legend>{t('protocols:view')}</legend>
        {views.map((view) => (
          <Toggle
            key={view}
            step={{ bodyPart: part, bodyPartView: view }}
            label={formatView(view, language)}
            hint={viewNames[view][language]}
            {...rest}
          />
        ))}
      </fieldset>
    </>
  )
}

function TeethPicker({ kind, ...rest }: PickerProps) {
  const { t, i18n } = useTranslation()
  const language = toLanguage(i18n.language)
  const regions = dentalRegions[kind]
  const all = regions.map(({ name }) => ({ bodyPart: name, bodyPartView: '' }))
  return (
    <>
      {quadrants.map((quadrant) => (
        <fieldset key={quadrant} className={styles.views}>
          <legend>{quadrantNames[quadrant][language]}</legend>
          {regions
            .filter((region) => region.quadrant === quadrant)
            .map(({ name }) => (
              <Toggle
                key={name}
                step={{ bodyPart: name, bodyPartView: '' }}
                label={getPartName(name, language)}
                {...rest}
              />
            ))}
        </fieldset>
      ))}
      <Button
        variant="default"
        onClick={() =>
          rest.onSteps(
            all.reduce<readonly Step[]>((steps, step) => addStep(steps, step), rest.steps),
          )
        }
      >
        {t('protocols:addAll')}
      </Button>
    </>
  )
}
