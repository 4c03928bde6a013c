import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
} from '@tabler/icons-react'
import { isDrawingTool } from '@talus/contract'
import type { Drawing, ImageId } from '@talus/contract'
import { getNextStep, findReferenceRange, compareToRange, getTool } from '@talus/measurements'
import type {
  SpeciesAndBreed,
  MeasuredValue,
  MeasuringContext,
  ToolDefinition,
} from '@talus/measurements'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { findOpenDrawing } from '../../../core/store/step-draft.ts'
import { takeBackLastStroke } from '../../../core/store/take-back.ts'
import { filterByFrame, getFrame } from '../../../core/store/viewer-store.ts'
import type { ViewerStore } from '../../../core/store/viewer-store.ts'
import { useScene } from '../../../core/store/use-scene.ts'
import {
  getValueLabel,
  getShortToolLabel,
  getStepInstruction,
  getToolLabel,
  formatValue,
} from '../../../core/drawing/labels.ts'
import { Icon } from '../../../../ui/display/icon.tsx'
import classes from './measurement-guide.module.css'

interface MeasurementGuideProps {
  readonly store: ViewerStore
  /** The active image; without one the guide is hidden. */
  readonly imageId: ImageId | undefined
  readonly context: MeasuringContext | undefined
  readonly patient: SpeciesAndBreed
  /** Shown in its place while no guided tool is active. */
  readonly otherwise: ReactNode
}

/**
 * A strip above the images with the next step to draw and the results so far. It has its own space
 * and never covers an image.
 */
export function MeasurementGuide(props: MeasurementGuideProps) {
  const { store, imageId, context, patient, otherwise } = props
  const chosen = useScene(store, (scene) => scene.tool)
  const tool = isDrawingTool(chosen) ? getTool(chosen) : undefined
  const state = useScene(store, () =>
    imageId === undefined ? undefined : store.viewState(imageId),
  )
  const frame = useScene(store, (scene) => (imageId === undefined ? 1 : getFrame(scene, imageId)))
  if (!tool || tool.steps.length < 2 || imageId === undefined || !state || !context)
    return otherwise
  const drawings = filterByFrame(state.drawings, frame)
  // For tools that are not guided, the last drawing: its result should not disappear at once.
  const drawing =
    findOpenDrawing(drawings, tool) ?? drawings.findLast((one) => one.tool === tool.id)
  return <Strip {...{ store, imageId, context, patient, tool, drawing }} key={tool.id} />
}

interface StripProps {
  readonly store: ViewerStore
  readonly imageId: ImageId
  readonly context: MeasuringContext
  readonly patient: SpeciesAndBreed
  readonly tool: ToolDefinition
  readonly drawing: Drawing | undefined
}

function Strip({ store, imageId, context, patient, tool, drawing }: StripProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const next = getNextStep(drawing, tool)
  const isBegun = useScene(store, ({ draft }) => draft?.viewId === imageId)
  const isSecondStroke = useScene(
    store,
    ({ draft }) => draft?.viewId === imageId && draft.firstStroke !== undefined,
  )
  const results = drawing ? tool.measure(drawing, context) : []
  const lacksSpacing = tool.needsSpacing && context.spacing.unit !== 'mm'
  const instruction = lacksSpacing
    ? t('measure:refused.needsSpacing')
    : next && getStepInstruction(tool.id, isSecondStroke ? `${next.name}Across` : next.name)
  return (
    <section className={classes.guide} aria-label={t('measure:guide.label')}>
      <div className={classes.row}>
        <Name tool={tool} />
        <Steps tool={tool} drawing={drawing} current={next?.step} />
        {isOpen ? (
          <div className={classes.says} role="status">
            {instruction ? <span className={classes.instruction}>{instruction}</span> : null}
            {results.length > 0 ? (
              <div className={classes.came}>
                <Results tool={tool} results={results} patient={patient} />
                <span className={classes.note}>{t('measure:guide.notDiagnosis')}</span>
              </div>
            ) : null}
          </div>
        ) : null}
        <span className={classes.buttons}>
          {drawing || isBegun ? (
            <button
              type="button"
              className={classes.removeLast}
              aria-label={t('measure:guide.removeLast')}
              data-hint={t('measure:guide.removeLast')}
              onClick={() => takeBackLastStroke(store, imageId, drawing)}
            >
              <Icon icon={IconArrowBackUp} />
              <span>{t('measure:guide.removeLast')}</span>
            </button>
          ) : null}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'measure:guide.hide' : 'measure:guide.show')}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <Icon icon={IconChevronUp} /> : <Icon icon={IconChevronDown} />}
          </ActionIcon>
        </span>
      </div>
    </section>
  )
}

/** Only the abbreviation if space is limited. */
function Name({ tool }: { readonly tool: ToolDefinition }) {
  const name = getToolLabel(tool.id)
  const short = getShortToolLabel(tool.id)
  if (short === name) return <strong className={classes.name}>{name}</strong>
  return (
    <>
      <strong className={classes.name} data-long>
        {name}
      </strong>
      <strong className={classes.short}>{short}</strong>
    </>
  )
}

interface StepsProps {
  readonly tool: ToolDefinition
  readonly drawing: Drawing | undefined
  readonly current: number | undefined
}

/** Marks steps as done, current or to do by shape and number, and as text for screen readers. */
function Steps({ tool, drawing, current }: StepsProps) {
  const { t } = useTranslation()
  const count = tool.steps.length
  return (
    <span
      className={classes.steps}
      role="img"
      aria-label={
        current === undefined
          ? t('measure:guide.done')
          : t('measure:guide.step', { number: current, count })
      }
    >
      {tool.steps.map(({ name }, index) => {
        const isDone = drawing?.steps.some(({ step }) => step === index + 1) ?? false
        return (
          <span
            key={name}
            className={classes.step}
            data-done={isDone || undefined}
            data-current={current === index + 1 || undefined}
          >
            {isDone ? <Icon icon={IconCheck} size="xs" /> : index + 1}
          </span>
        )
      })}
    </span>
  )
}

const icons = { below: IconArrowDown, within: IconCheck, above: IconArrowUp }

interface ResultsProps {
  readonly tool: ToolDefinition
  readonly results: readonly MeasuredValue[]
  readonly patient: SpeciesAndBreed
}

/**
 * The values with their reference ranges. On one line, and the panel shows everything that does not
 * fit: the images must not move when a result appears.
 */
function Results({ tool, results, patient }: ResultsProps) {
  const { t, i18n } = useTranslation()
  const reference = findReferenceRange(tool.id, patient)
  const formatRange = (measured: MeasuredValue) => {
    const { low, high } = reference ?? {}
    const plain = (value: number) =>
      new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 }).format(value)
    const withUnit = (value: number) =>
      formatValue({ ...measured, value, decimals: value % 1 === 0 ? 0 : 1 })
    if (low !== undefined && high !== undefined)
      return t('measure:guide.between', { low: plain(low), high: withUnit(high) })
    if (low !== undefined) return t('measure:guide.atLeast', { low: withUnit(low) })
    return high === undefined ? '' : t('measure:guide.atMost', { high: withUnit(high) })
  }
  return (
    <dl className={classes.results}>
      {results.map((measured, index) => {
        const isCompared = reference?.valueNames.includes(measured.name) ?? false
        const comparison = isCompared && reference ? compareToRange(reference, measured) : undefined
        const icon = comparison && icons[comparison]
        return (
          <div key={measured.name} data-main={index === 0 || undefined}>
            <dt>{getValueLabel(measured)}</dt>
            <dd>{formatValue(measured)}</dd>
            {comparison ? (
              <dd className={classes.standing} data-standing={comparison}>
                {icon ? <Icon icon={icon} size="xs" /> : null}
                {t(`measure:guide.${comparison}`, { range: formatRange(measured) })}
              </dd>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}
